// Runs in a thread of its own: reads the YAML it was given, says what came of it, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { readYaml } from '@parley/definition'

parentPort?.postMessage(readYaml(workerData as string))
