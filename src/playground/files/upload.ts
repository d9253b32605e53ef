import type { Answer } from '../calls.ts';
import type { LocalRequest } from '../http-server.ts';
import { UPLOADS } from './file-methods.ts';
import type { FileStore } from './file-store.ts';

/** Takes in what is sent to the address of an upload: the bytes themselves, or a form with one file in it. */
export async function receiveUpload(request: LocalRequest, files: FileStore): Promise<Answer> {
  const content = await contentOf(request);
  if (content === undefined) return { status: 400, body: 'no file', error: 'no_file' };
  const refusal = files.receive(request.path.slice(UPLOADS.length), content);
  if (refusal === 'unknown') return { status: 404, body: 'unknown address', error: refusal };
  if (refusal === 'wrong_size') return { status: 400, body: 'not the announced size', error: refusal };
  return { status: 200, body: `OK - ${content.byteLength}` };
}

async function contentOf({ headers, bytes }: LocalRequest): Promise<Buffer | undefined> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return bytes;
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  return file === undefined ? undefined : Buffer.from(await file.arrayBuffer());
}
