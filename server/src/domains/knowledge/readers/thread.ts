// Runs in a thread of its own: reads what it was given, says what came of it, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { Unreadable } from '../unreadable.ts'
import { type Given, read } from './index.ts'
import type { Told } from './read-apart.ts'

const told: Told = await read(workerData as Given).then(
  (passages) => ({ passages }),
  (error) => ({
    unreadable: error instanceof Unreadable ? error.message : 'It cannot be read: its structure is damaged',
  }),
)
parentPort?.postMessage(told)
