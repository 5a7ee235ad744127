import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Benchmark } from './benchmark.ts'
import { callManagementApi } from './bind-sms.ts'
import { insertRecipientGroup } from './campaign-people.ts'
import { bindRcs } from './outreach-agent.ts'
import { vacuumAndAnalyze } from './scratch-database.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const enrolledPeople = Number(process.env.BENCH_AMOUNT) || 100_000
const fewPeople = Math.ceil(enrolledPeople / 100)
/** Sent first, so that nothing is new to the process. */
const warmPeople = Math.ceil(fewPeople / 20)
const duePeople = Math.ceil(fewPeople / 2)
const limitMilliseconds = 50
const pollMilliseconds = 250
const maxWaits = 1_200

/**
 * Finding the enrollments that are due among many that are not, compared with the limit and with finding as many among
 * a hundredth of them. The workers claim and send; PostgreSQL times their statements.
 */
export async function benchSequences(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url, { MEANINGS: 'off' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create extension if not exists pg_stat_statements')
    await bindRcs(parley)
    const sequence = await createSequence(parley, client)
    await enrollPeople(client, { ...sequence, from: 1, count: fewPeople })
    await sendDueSteps(url, client, { from: 1, count: warmPeople })
    const few = await sendDueSteps(url, client, { from: warmPeople + 1, count: duePeople })
    await enrollPeople(client, { ...sequence, from: fewPeople + 1, count: enrolledPeople - fewPeople })
    const many = await sendDueSteps(url, client, { from: fewPeople + 1, count: duePeople })
    const name = `claim of due enrollments among ${enrolledPeople.toLocaleString('en')}`
    const unit = 'ms (less is better)'
    return [
      { name: `${name}, slowest`, ours: many.slowest, ceiling: limitMilliseconds, unit },
      { name: `${name}, mean, compared with a hundredth of them`, ours: many.mean, ceiling: few.mean, unit },
    ]
  } finally {
    await client.end()
    await parley.stop()
  }
}

type SequenceKeys = { agentKey: number; sequenceId: string }

async function createSequence(parley: BenchParley, client: pg.Client): Promise<SequenceKeys> {
  const path = `/agents/${parley.agent}`
  await callManagementApi(parley, `${path}/message-templates`, { id: 'opener', name: 'Opener', body: 'Hello.' })
  const outreach = { id: 'spring', name: 'Spring', openerTemplateId: 'opener', class: 'service' }
  const { id: outreachId } = await callManagementApi(parley, `${path}/outreach`, outreach)
  const steps = [0, 1_440, 10_080].map((afterMinutes, n) => ({ id: `step-${n}`, outreachId, afterMinutes }))
  const sequence = { name: 'Welcome', enabled: true, steps, stopOn: ['replied'] }
  const { id: sequenceId = '' } = await callManagementApi(parley, `${path}/sequences`, sequence)
  const { rows } = await client.query('select agent_key from agents where id = $1', [parley.agent])
  return { agentKey: rows[0].agent_key, sequenceId }
}

type PeopleRange = { from: number; count: number }

/** SQL enrolls them, due in an hour; no recheck after the changes of the configuration makes them due earlier. */
async function enrollPeople(client: pg.Client, { agentKey, sequenceId, ...range }: SequenceKeys & PeopleRange) {
  const ids = await insertRecipientGroup(client, { agentKey, tag: `from-${range.from}`, ...range })
  await client.query(
    `insert into sequence_enrollments (agent_key, sequence_id, person_id, id, enrolled_at, delayed_from, due_at,
                                       recheck_generation)
     select $1, $2, id, 'enr_' || id, now(), now(), now() + interval '1 hour', 9000000000000000
       from unnest($3::text[]) as id`,
    [agentKey, sequenceId, ids],
  )
}

type ClaimTimes = { mean: number; slowest: number }

/** Makes some enrollments due, and waits until each has sent its first step and waits for the second. */
async function sendDueSteps(url: string, client: pg.Client, { from, count }: PeopleRange): Promise<ClaimTimes> {
  await vacuumAndAnalyze(url)
  await client.query('select pg_stat_statements_reset()')
  const ids = Array.from({ length: count }, (_, n) => `per_${from + n}`)
  await client.query('update sequence_enrollments set due_at = now() where person_id = any($1)', [ids])
  for (let waits = 0; waits < maxWaits; waits++) {
    await sleep(pollMilliseconds)
    const { rows } = await client.query(
      `select count(*)::int as sent from sequence_enrollments where person_id = any($1) and step_id = 'step-1'`,
      [ids],
    )
    if (rows[0].sent === count) return readClaimTimes(client)
  }
  throw new Error('the steps were not sent in time')
}

async function readClaimTimes(client: pg.Client): Promise<ClaimTimes> {
  const { rows } = await client.query(
    `select mean_exec_time as mean, max_exec_time as slowest from pg_stat_statements
      where query like '%from "sequence_enrollments" as t%for update skip locked%' and query like '%crashes = t.crashes%'`,
  )
  if (rows.length !== 1) throw new Error(`the statistics have ${rows.length} claims of enrollments`)
  return rows[0]
}
