// Nothing is imported before Node's version is checked, because an older Node may lack the imported modules.
const LEAST = [24, 5];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
  process.stderr.write(
    `SMS Desk did not start: it needs Node.js ${LEAST.join('.')} or newer, and this is ${process.versions.node}. Install it from nodejs.org, or start with \`npm start\`, which brings its own after \`npm ci\`.\n`,
  );
  process.exit(1);
}
const [{ enableCompileCache }, { dirname, join, resolve }, { existsSync, mkdirSync }] = await Promise.all([
  import('node:module'),
  import('node:path'),
  import('node:fs'),
]);

/** False where a folder is there that cannot hold another, such as /proc: Node’s recursive mkdir would never end. */
function canBeMade(path) {
  if (existsSync(path)) return true;
  const parent = dirname(path);
  if (!canBeMade(parent)) return false;
  try {
    mkdirSync(path);
  } catch ({ code }) {
    return code !== 'ENOENT' || !existsSync(parent);
  }
  return true;
}

const COMMANDS = ['audit', 'doctor', 'erase', 'health', 'migrate', 'move'];
if (COMMANDS.includes(process.argv[2])) {
  const [name] = process.argv.splice(2, 1);
  const command = await import(`./cli/${name}.ts`);
  const { runMain } = await import('./cli/run-main.ts');
  await runMain(command.main, { endsAtOnce: ['doctor', 'health'].includes(name) });
} else {
  // Files that the bot creates can be read only by its own account.
  process.umask(0o077);
  const compiled = join(process.env.DATA_DIR?.trim() || './data', 'compiled');
  if (!canBeMade(resolve(compiled))) {
    process.stderr.write(
      'SMS Desk did not start: it cannot write to DATA_DIR (ENOENT). Set DATA_DIR to a folder of its own.\n',
    );
    process.exit(1);
  }
  // Compiled code is cached for the next start, which then takes half as long.
  enableCompileCache(compiled);
  // The cache contains only what is imported after `enableCompileCache`, so this import comes last.
  await import('./main.ts');
}
