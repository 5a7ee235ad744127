import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../db/database.ts'
import { finish } from '../attempt-result.ts'
import { createTestWorker, defineJobs } from './jobs.ts'

/** A worker in its own process, for tests to kill: node killable-worker.ts <url> <options>. */
const [address = '', options = '{}'] = process.argv.slice(2)
const { db, pool, url } = openDatabase(address, { connections: 4 })

const work = defineJobs({
  concurrency: 8,
  leaseSeconds: 0.5,
  maxCrashes: 1000,
  async perform({ id }) {
    await pool.query('insert into effects (id) values ($1)', [id])
    await sleep(25)
    await pool.query('insert into effects_once (id) values ($1) on conflict do nothing', [`derived from ${id}`])
    return finish({ set: { state: 'sent' } })
  },
})

await createTestWorker(db, { url, works: [work], ...JSON.parse(options) }).start()
process.send?.('ready')
