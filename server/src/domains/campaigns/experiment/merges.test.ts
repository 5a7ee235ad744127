import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type CampaignAgent, createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { openGoogleRbm } from '../../../testing/outreach-bench.ts'
import type { SendClaim } from '../../outreach/index.ts'
import { claimNextRecipients } from '../dispatch/queries.ts'

/**
 * People who are merged, or whose number moves, at every moment of an experiment: nobody of the holdout gets anything,
 * and nobody gets two messages.
 */

const google = await openGoogleRbm()
const bench = await createCampaignsBench({ config: { channelApis: google.apis } })
const { world, work, sends, server } = bench
const { db, pool } = server.database

type Recipient = { id: string; asid: string; address: string; name: string; isHeldOut: boolean }
type Experiment = {
  agent: CampaignAgent
  id: string
  /** Two recipients who get a variant, and two of the holdout. */
  sent: [Recipient, Recipient]
  held: [Recipient, Recipient]
  merge(from: Recipient, into: Recipient): Promise<unknown>
  /** Gives the number of one person to another. */
  move(from: Recipient, to: Recipient): Promise<unknown>
  stageAgain(): Promise<unknown>
}
type Step = (experiment: Experiment) => Promise<unknown>
type Interleaving = {
  title: string
  staged?: Step
  claimed?: Step
  /** During the provider's call, which then fails and is retried later. */
  calling?: Step
  dispatched?: Step
  /** The dispatcher dies between its claim and the dispatch: the send worker takes over when the lease ends. */
  dies?: boolean
  /** The messages that must arrive, by whose number they reach and whose name they say; default: the two, each their own. */
  arrive?(experiment: Experiment): [at: Recipient, name: Recipient][]
}

const both = ({ sent: [one, other] }: Experiment): [Recipient, Recipient][] => [
  [one, one],
  [other, other],
]
const onlyOther = ({ sent: [, other] }: Experiment): [Recipient, Recipient][] => [[other, other]]

/** Merges and moves after which a send of the first person may belong to another person. */
const changes: { title: string; step: Step }[] = [
  { title: 'is merged into a person of the holdout', step: ({ merge, sent, held }) => merge(sent[0], held[0]) },
  { title: 'is merged into another recipient', step: ({ merge, sent }) => merge(sent[0], sent[1]) },
  { title: 'gives the number to a person of the holdout', step: ({ move, sent, held }) => move(sent[0], held[0]) },
  { title: 'gives the number to another recipient', step: ({ move, sent }) => move(sent[0], sent[1]) },
]
/** The other way round: the recipient stays, and gets their message. */
const absorptions: { title: string; step: Step }[] = [
  { title: 'absorbs a person of the holdout', step: ({ merge, sent, held }) => merge(held[0], sent[0]) },
  { title: 'gets the number of a person of the holdout', step: ({ move, sent, held }) => move(held[0], sent[0]) },
]

const interleavings: Interleaving[] = [
  ...changes.flatMap(({ title, step }): Interleaving[] => [
    { title: `${title} after staging`, staged: step, arrive: onlyOther },
    { title: `${title} after staging, and the dispatcher dies`, staged: step, dies: true, arrive: onlyOther },
    {
      title: `${title} between two stagings`,
      staged: async (experiment) => {
        await step(experiment)
        await experiment.stageAgain()
      },
      arrive: onlyOther,
    },
    { title: `${title} after the claim`, claimed: step, arrive: onlyOther },
    { title: `${title} after the claim of a dispatcher that dies`, claimed: step, dies: true, arrive: onlyOther },
    { title: `${title} during a call that fails`, calling: step, arrive: onlyOther },
    { title: `${title} after the dispatch`, dispatched: step, arrive: both },
  ]),
  ...absorptions.flatMap(({ title, step }): Interleaving[] => [
    { title: `${title} after staging`, staged: step, arrive: both },
    {
      title: `${title} between two stagings`,
      staged: async (experiment) => {
        await step(experiment)
        await experiment.stageAgain()
      },
      arrive: both,
    },
    { title: `${title} after the claim`, claimed: step, arrive: both },
    { title: `${title} after the claim of a dispatcher that dies`, claimed: step, dies: true, arrive: both },
    { title: `${title} during a call that fails`, calling: step, arrive: both },
    { title: `${title} after the dispatch`, dispatched: step, arrive: both },
  ]),
]

const agent = await bench.agent(google.binding)
const { api } = agent
const outreachId = await agent.outreach('News for {person.firstName}')
for (const id of ['a', 'b'])
  assertStatus(await api.post('/message-templates', { id, name: id, body: 'News for {person.firstName}' }), 201)
const variants = ['a', 'b'].map((id) => ({ id, openerTemplateId: id, weight: 1 }))

let experiments = 0
async function createExperiment(): Promise<Experiment> {
  const names = Array.from({ length: 24 }, (_, n) => `P${experiments}-${n}`)
  experiments++
  const people = await agent.importPeople(names.map((firstName) => ({ firstName })))
  const { data } = assertStatus(await api.get('/people?limit=200'), 200)
  const id = await agent.createStagedCampaign(people, { outreachId, variants, holdoutPercent: 40 })
  const rows = await agent.allRecipients(id)
  const all = people.map(({ id: personId, address }): Recipient => {
    const { asid, state } = rows.find((row) => row.personId === personId) ?? assert.fail()
    const name = data.find((person: ReplyBody) => person.id === personId).firstName
    return { id: personId, asid, address, name, isHeldOut: state === 'held_out' }
  })
  const two = (isHeldOut: boolean) =>
    all.filter((one) => one.isHeldOut === isHeldOut).slice(0, 2) as [Recipient, Recipient]
  const [sent, held] = [two(false), two(true)]
  assert.ok(sent.length === 2 && held.length === 2, 'the hash leaves two of each')
  // The others only make the hash decide both ways.
  const others = all.filter((one) => ![...sent, ...held].includes(one))
  for (const other of others) assertStatus(await api.put(`/people/${other.id}/consent`, { status: 'denied' }), 200)
  await agent.stage(id)
  return {
    ...{ agent, id, sent, held },
    merge: async (from, into) =>
      assertStatus(await api.post(`/people/${into.id}/_merge`, { fromPersonId: from.id }), 200),
    move: async (from, to) =>
      assertStatus(await api.patch(`/people/${from.id}/identities/${from.asid}`, { personId: to.id }), 200),
    stageAgain: () => agent.stage(id),
  }
}

/** Claims every recipient, as a dispatcher does. */
async function claimAll(id: string): Promise<SendClaim> {
  const now = world.now()
  const { rows } = await pool.query('select campaign_key from campaigns where id = $1', [id])
  return inTransaction(db, async (tx) => {
    const claimed = await claimNextRecipients(tx, agent.key, { campaignKey: rows[0].campaign_key, most: 20 })
    const { snapshot, recipients } = claimed ?? assert.fail('nothing is left to claim')
    const claim: SendClaim = {
      ...{ campaignId: id, outreachId, class: 'service', isTest: false, token: `token ${id}`, now },
      until: new Date(now.getTime() + 60_000),
      openers: { a: 'a', b: 'b' },
      recipients: recipients.map(({ position, personId, asid, variantId }) => {
        return { sendId: `snd_c${snapshot}_${position}`, personId, asid, variantId: variantId ?? undefined }
      }),
    }
    await sends.claim(tx, agent.key, claim)
    return claim
  })
}

/** Without the calls that failed. */
let accepted: { to: string; text: string }[] = []
async function runThrough(experiment: Experiment, { claimed, calling, dispatched, dies }: Interleaving): Promise<void> {
  const { id } = experiment
  await agent.command(id, 'start')
  // The test is the dispatcher.
  await pool.query('update campaign_dispatchers set due_at = null')
  const claim = await claimAll(id)
  await claimed?.(experiment)
  let change: Promise<unknown> | undefined
  accepted = []
  google.behavior.acceptMessage = ({ to, text }) => {
    if (!calling || to !== experiment.sent[0].address || change) {
      accepted.push({ to, text })
      return {}
    }
    change = calling(experiment)
    return { status: 503, delayMilliseconds: 700 }
  }
  if (!dies) await sends.dispatch(agent.key, claim, AbortSignal.timeout(30_000))
  await change
  for (const seconds of [61, 130, 600, 1_300]) {
    world.advance(seconds * 1_000)
    await work()
  }
  await dispatched?.(experiment)
  world.advance(60_000)
  await work()
}

for (const interleaving of interleavings) {
  const { title, staged, arrive = both } = interleaving
  test(`a recipient ${title}`, async () => {
    const experiment = await createExperiment()
    await staged?.(experiment)
    await runThrough(experiment, interleaving)
    const addresses = new Set([...experiment.sent, ...experiment.held].map(({ address }) => address))
    const texts = accepted.flatMap(({ to, text }) => (addresses.has(to) ? [`${to}: ${text}`] : []))
    const expected = arrive(experiment).map(([at, { name }]) => `${at.address}: News for ${name}`)
    assert.deepEqual(texts.sort(), expected.sort())
  })
}
