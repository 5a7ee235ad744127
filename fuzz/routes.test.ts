// Quick run too: one round of fuzz.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isCompleteRun } from '@parley/test-kit'
import { testDatabase } from '../server/src/testing/database.ts'
import { masked } from '../server/src/testing/masked.ts'
import { readCorpus } from './routes/corpus.ts'
import { nameOf, type Operation } from './routes/document.ts'
import { doorsOf } from './routes/doors.ts'
import { judgeBy } from './routes/judge.ts'
import { insideNames, openParley } from './routes/parley.ts'
import { type Found, fuzzRoutes, targetOf } from './routes/run.ts'
import { sendTo } from './routes/send.ts'
import { openStage } from './routes/stage.ts'

/** How often each route is called here, once in the quick run; `npm run fuzz` calls as often as one likes. */
const timesEach = isCompleteRun ? 10 : 1

const database = await testDatabase()
const parley = await openParley(database)
after(() => parley.close())
const other = await openStage(parley)
const operations = [...parley.operations, ...(await doorsOf(parley.hosts.api, other.tokens.key))]
/** A machine that stands still for seconds is no fault of ours. */
const patienceSeconds = 60

const told = ({ fault, request, seed, logged = '' }: Found): string =>
  masked(
    `${fault.kind}: ${fault.says}, seed ${seed}\n${JSON.stringify(request).slice(0, 2_000)}\n${logged.slice(0, 500)}`,
  )

test('what was answered wrongly once is answered rightly now', async () => {
  const judge = judgeBy(await insideNames(database))
  const target = targetOf(parley, { own: other, other, patienceSeconds })
  for (const { was, request } of readCorpus()) {
    const operation = operations.find((one) => nameOf(one) === request.route) as Operation
    const fault = judge(operation, await sendTo(target, operation, request))
    assert.equal(fault, undefined, `${request.route}, which was ${was}`)
  }
})

test('every route answers whatever it is sent as its reference says, and tells nothing of the inside', async () => {
  const requests = timesEach * operations.length
  const run = { seed: 1, requests, perStage: requests, operations, other, patienceSeconds }
  const { found, tally } = await fuzzRoutes(parley, run)
  // What workers log can come from the machine, too; `npm run fuzz` tells of it.
  const faults = found.filter(({ fault }) => fault.kind !== 'logged')
  assert.deepEqual(faults.map(told), [])
  // One call each says little about how many can succeed.
  if (isCompleteRun)
    assert.ok(
      tally.succeeded.size > operations.length * 0.8,
      `${tally.succeeded.size} routes have answered with success`,
    )
})
