import { type Logger, LogLevel } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';

const levels: Readonly<Record<string, LogLevel>> = {
  trace: LogLevel.DEBUG,
  debug: LogLevel.DEBUG,
  info: LogLevel.INFO,
  warn: LogLevel.WARN,
};

/**
 * Lets Bolt and the Web API client write to our log, their messages cut to a line. Their debug entries quote
 * whole requests, so they are never passed on.
 */
export function createBoltLogger(log: Log): Logger {
  const write = (level: 'info' | 'warn' | 'error', parts: unknown[]) => {
    const text = parts.map((part) => (part instanceof Error ? part.name : String(part))).join(' ');
    const line = text.split('\n', 1)[0] ?? '';
    // What stands in quotes may be a part of a request.
    log[level]({ from: 'bolt' }, line.replaceAll(/".*"/g, '"…"').slice(0, LONGEST));
  };
  return {
    debug: () => undefined,
    info: (...parts) => log.debug({ from: 'bolt' }, parts.map(String).join(' ').slice(0, LONGEST)),
    warn: (...parts) => write('warn', parts),
    error: (...parts) => write('error', parts),
    getLevel: () => levels[log.level] ?? LogLevel.ERROR,
    setLevel: () => undefined,
    setName: () => undefined,
  };
}

const LONGEST = 300;
