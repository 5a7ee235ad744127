import { ResponseTooLargeError } from './errors.ts'

/** Returns the body of a response of at most `bytes` bytes; stops reading at the first byte beyond. */
export async function readLimited(response: Response, bytes: number): Promise<Buffer> {
  const tooLarge = new ResponseTooLargeError(`the answer is larger than ${bytes} bytes`)
  const chunks: Uint8Array[] = []
  let read = 0
  // Throwing out of the loop cancels the stream, and with it the connection.
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength
    if (read > bytes) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
