// Nothing is imported before Node's version is checked, because an older Node may lack the imported modules.
const LEAST = [24, 5];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
  process.stderr.write(
    `SMS Desk did not start: it needs Node.js ${LEAST.join('.')} or newer, and this is ${process.versions.node}. Install it from nodejs.org, or start with \`npm start\`, which brings its own after \`npm ci\`.\n`,
  );
  process.exit(1);
}
const [{ enableCompileCache }, { join }] = await Promise.all([import('node:module'), import('node:path')]);

// Files that the bot creates can be read only by its own account.
process.umask(0o077);
// Compiled code is cached for the next start, which then takes half as long.
enableCompileCache(join(process.env.DATA_DIR?.trim() || './data', 'compiled'));
// The cache contains only what is imported after `enableCompileCache`, so this import comes last.
await import('./main.ts');
