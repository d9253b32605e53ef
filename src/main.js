// The way in is plain JavaScript: what Node takes to load TypeScript is loaded only where something is not compiled yet.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What is compiled is kept for the next start, which takes half as long; where nothing can be written, nothing is kept.
enableCompileCache(join(process.env.DATA_DIR?.trim() || './data', 'compiled'));
// Only what is loaded from here on is kept.
await import('./main.ts');
