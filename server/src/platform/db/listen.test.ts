import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '../../testing/database.ts'
import { listenToChannel } from './listen.ts'

const { pool, url } = await createTestDatabase()
/** Port 9 is the discard service, if it is open at all: nothing answers there. */
const nowhere = 'postgres://nobody@127.0.0.1:9/none'

type Options = { channel: string; databaseUrl?: () => string }

function listening({ channel, databaseUrl = url }: Options) {
  const payloads: string[] = []
  const line = listenToChannel({
    databaseUrl,
    channel,
    onPayload: (payload) => payloads.push(payload),
    onConnect: () => payloads.push('connected'),
    onLost: () => payloads.push('lost'),
    onFailure: () => payloads.push('failed'),
  })
  after(() => line.close())
  const hears = async (...expected: string[]) => {
    for (let left = 3000; payloads.length < expected.length && left > 0; left--) await sleep(10)
    assert.deepEqual(payloads.splice(0), expected)
  }
  return { line, payloads, hears }
}

const notify = (channel: string, payload: string) => pool.query('select pg_notify($1, $2)', [channel, payload])
const linesOf = (channel: string) =>
  pool.query('select pid from pg_stat_activity where application_name = $1 and datname = current_database()', [channel])

test('a notification is received on its own channel and on no other', async () => {
  const { hears, line } = listening({ channel: 'one "quoted"' })
  await hears('connected')
  await notify('another', 'not for us')
  await notify('one "quoted"', 'a')
  await notify('one "quoted"', '')
  await hears('a', '')
  await line.close()
  await hears('lost')
})

test('a cut connection is reported, and the next one receives again', async () => {
  const { hears } = listening({ channel: 'cut' })
  await hears('connected')
  for (const payload of ['b', 'c']) {
    await pool.query('select pg_terminate_backend($1)', [(await linesOf('cut')).rows[0]?.pid])
    await hears('lost', 'connected')
    await notify('cut', payload)
    await hears(payload)
  }
})

test('the listener reconnects to an absent database, also at a new address', async () => {
  const where = [nowhere, nowhere]
  const { hears } = listening({ channel: 'moved', databaseUrl: () => where.shift() ?? url() })
  await hears('failed', 'failed', 'connected')
  await notify('moved', 'd')
  await hears('d')
})

test('a closed listener receives nothing and leaves no connection', async () => {
  const { line, payloads, hears } = listening({ channel: 'closed' })
  await hears('connected')
  await line.close()
  await hears('lost')
  for (let left = 3000; (await linesOf('closed')).rowCount !== 0 && left > 0; left--) await sleep(10)
  await notify('closed', 'e')
  assert.deepEqual([(await linesOf('closed')).rowCount, payloads], [0, []])
  const never = listening({ channel: 'never', databaseUrl: () => nowhere })
  await never.line.close()
  assert.ok(!never.payloads.includes('connected'))
})
