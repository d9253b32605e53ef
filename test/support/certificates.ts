import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tags of DER (X.690). */
const [BOOLEAN, INTEGER, BITS, OCTETS, OID, UTF8, TIME, SEQUENCE, SET] = [1, 2, 3, 4, 6, 12, 23, 48, 49];
const CONTEXT = 0xa0;
const DNS_NAME = 0x82;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'));
const ECDSA_WITH_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'));
const commonName = (name: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), der(UTF8, Buffer.from(name)))));
const basicConstraints = (isCa: boolean) =>
  der(
    SEQUENCE,
    oid('551d13'),
    der(OCTETS, der(SEQUENCE, ...(isCa ? [der(BOOLEAN, Buffer.from([255]))] : []))),
  );
const alternativeNames = (hosts: readonly string[]) =>
  der(
    SEQUENCE,
    oid('551d11'),
    der(OCTETS, der(SEQUENCE, ...hosts.map((host) => der(DNS_NAME, Buffer.from(host))))),
  );

/** The time `hours` from now as UTCTime: `261118152000Z`. */
const hoursFromNow = (hours: number) =>
  der(
    TIME,
    Buffer.from(
      `${new Date(Date.now() + hours * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`,
    ),
  );

interface Certified {
  readonly subject: string;
  readonly key: KeyObject;
  readonly extensions: readonly Buffer[];
}

/** A certificate (RFC 5280), valid for a day, as PEM. */
function certificate({ subject, key, extensions }: Certified, caKey: KeyObject): string {
  const toBeSigned = der(
    SEQUENCE,
    der(CONTEXT, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    commonName('Company CA'),
    der(SEQUENCE, hoursFromNow(-1), hoursFromNow(23)),
    commonName(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(CONTEXT + 3, der(SEQUENCE, ...extensions)),
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', toBeSigned, caKey));
  const lines = der(SEQUENCE, toBeSigned, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** A private CA with a certificate for these hosts, both valid for a day. */
export async function createCompanyCa(hosts: readonly string[] = ['slack.test', 'platform.test']) {
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-ca-'));
  const aKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const [ca, host] = [aKey(), aKey()];
  const path = join(folder, 'ca.pem');
  writeFileSync(
    path,
    certificate(
      { subject: 'Company CA', key: ca.publicKey, extensions: [basicConstraints(true)] },
      ca.privateKey,
    ),
  );
  const cert = certificate(
    {
      subject: 'slack.test',
      key: host.publicKey,
      extensions: [basicConstraints(false), alternativeNames(hosts)],
    },
    ca.privateKey,
  );
  const key = host.privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { path, host: { key: Buffer.from(key), cert: Buffer.from(cert) } };
}
