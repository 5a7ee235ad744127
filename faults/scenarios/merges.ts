import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultScenario, randomBetween, type ScenarioContext } from '../scenario.ts'
import { phoneNumberOf } from '../traffic/sends.ts'
import { createContact, sendStop, sequenceId } from '../traffic/sequences.ts'

const block = 42
/** Every third survivor sends STOP at once. */
const stopEach = 3

/** F17: people are merged in the middle of a running experiment and of a sequence, and workers die. */
export const mergeScenario: FaultScenario = {
  name: 'merges',
  description: 'people are merged in the middle of an experiment and of a sequence, while workers die',
  processes: { apiProcesses: 2, workers: 2 },
  async run(context) {
    const { rounds, report } = context
    await waitForExperiment(context)
    let merged = 0
    for (let round = 0; round < rounds; round++) merged += await mergeWhileKilling(context, round)
    if (merged === 0) report('nobody was merged in the middle of the experiment')
  },
}

/** The experiment lasts for seconds only, so each round merges several times while a worker dies. */
const mergesPerRound = 4

async function mergeWhileKilling(context: ScenarioContext, round: number): Promise<number> {
  const { environment, random, recordFault } = context
  const target = environment.workers[round % environment.workers.length] as (typeof environment.workers)[number]
  const sequence = mergeEnrollments(context, round)
  const recipients = mergeRecipients(context, round)
  await sleep(randomBetween(random, 0, 500))
  await target.stop('SIGKILL')
  target.start()
  await Promise.all([target.ready(), sequence])
  const merged = await recipients
  recordFault(`${merged} merges in the experiment, one in the sequence, and kill -9 of ${target.name}`)
  return merged
}

const waitMilliseconds = 120_000

async function waitForExperiment(context: ScenarioContext): Promise<void> {
  const deadline = Date.now() + waitMilliseconds
  while ((await findRecipients(context, false, 4)).length < 4 && Date.now() < deadline) await sleep(100)
}

type Recipient = { id: string; n: string; phone: string; position: number | null }

/** Those whose turn comes last, of the running experiment. */
const findRecipients = ({ environment, traffic }: ScenarioContext, isHeldOut: boolean, most: number) =>
  environment.query<Recipient>(
    `select p.id, p.custom_fields ->> 'n' as n, p.phone, r.position
       from campaigns c join agents a using (agent_key) join campaign_recipients r on r.snapshot = c.snapshot
       join people p on p.agent_key = c.agent_key and p.id = r.person_id
      where a.id = $1 and c.status in ('running', 'paused') and r.reason is null and r.held_out = $2
        and ($2 or r.position > c.claimed_count)
      order by r.position desc nulls last limit $3`,
    [traffic.fixtures.primaryAgent.id, isHeldOut, most],
  )

/** Two people who would get a message, one who would into one who is held out, and the other way round. */
async function mergeRecipients(context: ScenarioContext, round: number): Promise<number> {
  let merged = 0
  for (let times = 0; times < mergesPerRound; times++) merged += await mergePairs(context, round)
  return merged
}

async function mergePairs(context: ScenarioContext, round: number): Promise<number> {
  const [open, held] = [await findRecipients(context, false, 4), await findRecipients(context, true, 2)]
  const pairs = [
    [open[0], open[1]],
    [open[2], held[0]],
    [held[1], open[3]],
  ]
  let merged = 0
  for (const [from, into] of pairs) {
    if (!from || !into || !(await mergePeople(context, from.id, into.id))) continue
    merged++
    if (await isUnclaimed(context, from)) {
      context.traffic.log.record({ kind: 'recipient-merge', from: from.n, into: into.n })
    }
    if (round % stopEach === 0) await sendStop(context.traffic, into.phone, `merge ${from.n}`)
  }
  return merged
}

/** Asked after the merge: nothing had been made for them then. */
async function isUnclaimed({ environment, traffic }: ScenarioContext, { position }: Recipient): Promise<boolean> {
  if (position === null) return true
  const [row] = await environment.query<{ claimed: number }>(
    `select c.claimed_count as claimed from campaigns c join agents a using (agent_key)
      where a.id = $1 and c.status in ('running', 'paused')`,
    [traffic.fixtures.primaryAgent.id],
  )
  return row !== undefined && position > row.claimed
}

async function mergePeople({ traffic }: ScenarioContext, fromPersonId: string, into: string): Promise<boolean> {
  const { client, fixtures, apiKey: token } = traffic
  const path = `/v1${fixtures.primaryAgent.path}/people/${into}`
  const merging = await client.call('POST', `${path}/_merge`, { fromPersonId }, { token, expects: [404, 409, 422] })
  return merging.status < 300
}

/** The second person is enrolled, and the first merged into them, while the first gets the steps. */
async function mergeEnrollments(context: ScenarioContext, round: number): Promise<void> {
  const { traffic } = context
  const { client, log, fixtures, apiKey: token, random } = traffic
  const enrollments = `/v1${fixtures.primaryAgent.path}/sequences/${sequenceId}/enrollments`
  const create = async (nth: number) => {
    const key = `merged-steps-${nth}`
    const personId = await createContact(traffic, { key, number: phoneNumberOf(block, nth) })
    return { key, personId }
  }
  const [from, into] = [await create(2 * round), await create(2 * round + 1)]
  for (const { key, personId } of [from, into]) {
    const body = { personId, idempotencyKey: key }
    const { status } = await client.call('POST', enrollments, body, { token, expects: [404, 409] })
    if (status < 300) log.record({ kind: 'enrollment', agent: fixtures.primaryAgent.id, personId, key })
    await sleep(randomBetween(random, 0, 300))
  }
  if (!(await mergePeople(context, from.personId, into.personId))) return
  log.record({ kind: 'merge', from: from.personId, into: into.personId })
  const sends = await context.environment.query<{ id: string; stepId: string }>(
    `select id, step_id as "stepId" from sends where origin = 'sequence' and person_id = $1`,
    [into.personId],
  )
  log.record({ kind: 'enrollment-merge', into: into.personId, sends })
  if (round % stopEach === 1) await sendStop(traffic, phoneNumberOf(block, 2 * round + 1), `merge ${into.key}`)
}
