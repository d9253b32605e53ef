import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium from `CHROMIUM_PATH`, else from Debian's path. @throws a sentence about what to install */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no browser at ${executablePath}. Install Chromium (Debian: apt-get install chromium), or name one in CHROMIUM_PATH.`,
    );
  }
  // A start is slow on a busy machine.
  return chromium.launch({ executablePath, args: ARGS, timeout: 120_000 });
}
