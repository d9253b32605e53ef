import { describe, expect, test } from 'vitest';
import { parseBypass, proxyFor } from '../../src/runtime/proxy.ts';

const bypassing = (text: string) => ({
  https: 'http://secure',
  http: 'http://plain',
  bypass: parseBypass(text),
});

describe('proxyFor', () => {
  test('uses the proxy of the protocol, and that of HTTPS for secure web sockets', () => {
    expect(proxyFor('https://slack.com', bypassing(''))).toBe('http://secure');
    expect(proxyFor('wss://slack.com', bypassing(''))).toBe('http://secure');
    expect(proxyFor('http://slack.com', bypassing(''))).toBe('http://plain');
    expect(proxyFor('https://slack.com', { http: 'http://plain', bypass: [] })).toBeUndefined();
    expect(proxyFor('https://slack.com', undefined)).toBeUndefined();
    // Only NO_PROXY decides.
    expect(proxyFor('http://127.0.0.1:4100', bypassing(''))).toBe('http://plain');
  });

  test.each([
    ['sms.example.com', 'https://sms.example.com', true],
    ['example.com', 'https://sms.example.com', true],
    ['.example.com', 'https://sms.example.com', true],
    ['.example.com', 'https://example.com', true],
    ['*.example.com', 'https://sms.example.com', true],
    ['SMS.Example.COM', 'https://sms.example.com', true],
    ['example.com', 'https://badexample.com', false],
    ['sms.example.com', 'https://example.com', false],
    ['example.com:8443', 'https://sms.example.com:8443', true],
    ['example.com:8443', 'https://sms.example.com', false],
    ['example.com:443', 'https://example.com', true],
    ['example.com:80', 'http://example.com', true],
    ['127.0.0.1,localhost', 'http://127.0.0.1:4100', true],
    ['127.0.0.1:4100', 'http://127.0.0.1:4101', false],
    ['::1', 'http://[::1]:4100', true],
    ['[::1]:4100', 'http://[::1]:4100', true],
    ['a.test b.test', 'https://b.test', true],
    [' a.test , b.test,', 'https://b.test', true],
    ['*', 'https://slack.com', true],
    ['10.0.0.0/8', 'https://10.1.2.3', false],
  ])('with NO_PROXY=%j, %s is called directly: %s', (text, address, isDirect) => {
    expect(proxyFor(address, bypassing(text)) === undefined).toBe(isDirect);
  });
});
