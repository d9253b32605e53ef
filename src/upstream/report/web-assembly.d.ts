/** What is used of WebAssembly, which TypeScript knows of browsers alone. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }

  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module);
  }

  interface Memory {
    readonly buffer: ArrayBuffer;
  }

  interface Global {
    readonly value: number;
  }
}
