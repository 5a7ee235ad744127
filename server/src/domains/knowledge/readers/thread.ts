// Worker thread that reads its input, posts the result, and exits.
import { parentPort, workerData } from 'node:worker_threads'
import { type ReaderInput, readPassages } from './index.ts'
import type { ReaderThreadMessage } from './read-in-thread.ts'
import { UnreadableSourceError } from './reader.ts'

const message: ReaderThreadMessage = await readPassages(workerData as ReaderInput).then(
  (passages) => ({ passages }),
  (error) => ({
    unreadable: error instanceof UnreadableSourceError ? error.message : 'It cannot be read: its structure is damaged',
  }),
)
parentPort?.postMessage(message)
