import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryDirectory } from '../support/store.ts';
import { readDockerfile } from './dockerfile.ts';
import { hasProgram } from './tools.ts';

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
type Services = Readonly<Record<string, Service>>;

const one = 'deploy/compose.yaml';
const two = 'deploy/compose.replicas.yaml';
const several = 'deploy/compose.workspaces.yaml';

// Compose reads its files without an engine and refuses unknown keys. Debian's version does not know `name`.
describe.skipIf(!hasProgram('docker-compose', 'reading the Compose files as Compose does'))(
  'the configuration that Compose reads',
  () => {
    function read(paths: readonly string[], settings: string): Services {
      const place = temporaryDirectory();
      mkdirSync(join(place, 'deploy'), { recursive: true });
      for (const path of paths) {
        writeFileSync(join(place, path), readFileSync(path, 'utf8').replace(/^name:.*\n/m, ''));
      }
      cpSync('.env.example', join(place, '.env'));
      writeFileSync(join(place, 'deploy/.env'), settings);
      const files = paths.flatMap((path) => ['-f', join(place, path)]);
      const text = execFileSync(
        'docker-compose',
        ['--project-directory', join(place, 'deploy'), ...files, 'config'],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      );
      return parse(text).services;
    }

    test('one process: has the health check of the image, and can write only its data', () => {
      const { bot } = read([one], '');
      expect(bot).toMatchObject({
        environment: { OPS_HOST: '0.0.0.0', DATA_DIR: '/data' },
        ports: ['127.0.0.1:3000:3000/tcp', '127.0.0.1:9464:9464/tcp'],
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        volumes: ['data:/data:rw'],
        stop_grace_period: '30s',
      });
      const [, final] = readDockerfile();
      expect(bot?.healthcheck.test).toEqual(['CMD', ...(final?.command('HEALTHCHECK') ?? [])]);
    });

    test('two replicas: start after the owner’s migration, without the owner’s password', () => {
      const settings =
        'POSTGRES_PASSWORD=rows\nPOSTGRES_OWNER_PASSWORD=owner\nSLACK_PORTS=3000-3001\nOPS_PORTS=9464-9465\n';
      const { bot, migrate, postgres, redis } = read([one, two], settings);
      expect(bot).toMatchObject({
        deploy: { replicas: 2 },
        ports: ['127.0.0.1:3000-3001:3000/tcp', '127.0.0.1:9464-9465:9464/tcp'],
        environment: {
          DATABASE_URL: 'postgres://sms_desk:rows@postgres:5432/sms_desk',
          REDIS_URL: 'redis://redis:6379/0',
        },
        volumes: [{ type: 'tmpfs', target: '/data' }],
        depends_on: {
          migrate: { condition: 'service_completed_successfully' },
          redis: { condition: 'service_healthy' },
        },
      });
      expect(JSON.stringify(bot)).not.toContain('owner');
      expect(migrate).toMatchObject({
        image: bot?.image,
        environment: { DATABASE_URL: 'postgres://sms_desk_owner:owner@postgres:5432/sms_desk' },
        depends_on: { postgres: { condition: 'service_healthy' } },
        read_only: true,
      });
      expect([postgres, redis].every((server) => server?.healthcheck.test[0] === 'CMD')).toBe(true);
    });

    test('several workspaces: has their folder read-only, and the data', () => {
      const { bot } = read([one, several], '');
      expect(bot?.environment).toMatchObject({ WORKSPACES_FILE: '/workspaces/workspaces.yml' });
      expect(JSON.stringify(bot)).toMatch(/"(?:data:\/data|source":"data")/);
      expect(JSON.stringify(bot)).toMatch(/deploy\/workspaces(?::\/workspaces:ro|","target":"\/workspaces")/);
    });

    test('two replicas: fail with the name of a missing password', () => {
      expect(() => read([one, two], '')).toThrow('POSTGRES_PASSWORD is to be set in deploy/.env');
    });
  },
);
