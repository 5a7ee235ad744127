import { ResponseTooLargeError } from './errors.ts'

/** The body of an answer, if it has no more than so many bytes; reading stops with the first one too many. */
export async function readLimited(response: Response, bytes: number): Promise<Buffer> {
  const tooLarge = new ResponseTooLargeError(`the answer is larger than ${bytes} bytes`)
  const chunks: Uint8Array[] = []
  let read = 0
  // Leaving the loop by a throw cancels the stream, and with it the connection.
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength
    if (read > bytes) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
