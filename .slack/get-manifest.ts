import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** For `slack run`: manifest.yml as Socket Mode has it, with no address that Slack would send requests to. */
const manifest = parse(readFileSync('manifest.yml', 'utf8'), (key, value) =>
  key === 'request_url' || key === 'url' ? undefined : value,
);
manifest.settings.socket_mode_enabled = true;
process.stdout.write(`${JSON.stringify(manifest)}\n`);
