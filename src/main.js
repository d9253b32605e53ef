// The way in is plain JavaScript: what Node takes to load TypeScript is loaded only where something is not compiled yet.
// Nothing is imported before it is known that this Node has it.
const LEAST = [24, 5];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
  process.stderr.write(
    `SMS Desk did not start: it needs Node.js ${LEAST.join('.')} or newer, and this is ${process.versions.node}. Install it from nodejs.org, or start with \`npm start\`, which brings its own after \`npm ci\`.\n`,
  );
  process.exit(1);
}
const [{ enableCompileCache }, { join }] = await Promise.all([import('node:module'), import('node:path')]);

// What the bot keeps is its account's own, threads and all.
process.umask(0o077);
// What is compiled is kept for the next start, which takes half as long; where nothing can be written, nothing is kept.
enableCompileCache(join(process.env.DATA_DIR?.trim() || './data', 'compiled'));
// Only what is loaded from here on is kept.
await import('./main.ts');
