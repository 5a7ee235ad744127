// Runs in a thread of its own: reads what it was given, says what came of it, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableSourceError } from '../errors.ts'
import { type ReaderInput, readPassages } from './index.ts'
import type { ReaderThreadMessage } from './read-in-thread.ts'

const message: ReaderThreadMessage = await readPassages(workerData as ReaderInput).then(
  (passages) => ({ passages }),
  (error) => ({
    unreadable: error instanceof UnreadableSourceError ? error.message : 'It cannot be read: its structure is damaged',
  }),
)
parentPort?.postMessage(message)
