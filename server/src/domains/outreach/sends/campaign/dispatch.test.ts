import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import { waitUntil } from '../../../../platform/work/testing/jobs.ts'
import { type CampaignAgent, createCampaignsBench } from '../../../../testing/campaigns-bench.ts'
import { openGoogleRbm } from '../../../../testing/outreach-bench.ts'
import type { SendClaim } from './deps.ts'

/** A provider that does not answer for one message of a batch: the others are sent, and that one is not lost. */

const google = await openGoogleRbm()
const bench = await createCampaignsBench({ config: { channelApis: google.apis } })
const { world, server, sends } = bench
const { db, pool } = server.database

/** Claims the recipients of a campaign that runs without a dispatcher. Google does not answer for the first. */
async function claimed(count: number) {
  const agent = await bench.agent(google.binding)
  const people = await agent.importPeople(Array.from({ length: count }, () => ({})))
  const outreachId = await agent.outreach('News')
  const campaignId = await agent.createStagedCampaign(people, { outreachId })
  await agent.command(campaignId, 'start')
  await pool.query('update campaign_dispatchers set due_at = null')
  const sql = 'select id, asid, address from identities join people using (agent_key, person_key) where agent_key = $1'
  const { rows } = await pool.query(sql, [agent.key.key])
  const recipients = rows.map(({ id, asid }) => ({ sendId: `snd_${asid}`, personId: id, asid }))
  const now = world.now()
  const leased = { token: `token ${campaignId}`, until: new Date(now.getTime() + 60_000), now }
  const claim: SendClaim = { campaignId, outreachId, class: 'service', isTest: false, ...leased, recipients }
  await inTransaction(db, (tx) => sends.claim(tx, agent.key, claim))
  const silent: string = rows[0].address
  google.behavior.acceptMessage = ({ to }) => ({ silent: to === silent })
  return { agent, claim, silent }
}

/** The outcome of each send; marks the people whose next answer belongs to the Outreach. */
async function became({ readState, key }: CampaignAgent, { recipients, outreachId }: SendClaim): Promise<string[]> {
  const sql = `select asid from runtime_conversations where agent_key = $1 and state -> 'opened' ->> 'outreachId' = $2`
  const startedAsids = new Set((await pool.query(sql, [key.key, outreachId])).rows.map(({ asid }) => asid))
  return Promise.all(
    recipients.map(async ({ sendId, asid }) => `${await readState(sendId)}${startedAsids.has(asid) ? ', begun' : ''}`),
  )
}

/** Dispatches them; stops waiting when all but the first are sent. */
async function handOver({ agent, claim }: Awaited<ReturnType<typeof claimed>>) {
  const waiting = new AbortController()
  const result = sends.dispatch(agent.key, claim, waiting.signal)
  await waitUntil(async () => (await became(agent, claim)).slice(1).every((end) => end === 'sent, begun'))
  waiting.abort()
  return result
}

/** Expires the lease and lets Google answer again. */
async function recover({ agent, claim, silent }: Awaited<ReturnType<typeof claimed>>): Promise<void> {
  delete google.behavior.acceptMessage
  await agent.after(3)
  const sent = claim.recipients.map(() => 'sent')
  assert.deepEqual(await Promise.all(claim.recipients.map(({ sendId }) => agent.readState(sendId))), sent)
  for (const { sendId } of claim.recipients) assert.deepEqual(await agent.publishedStates(sendId), ['sent'])
  assert.equal(new Set(google.receivedBy(silent).map(({ messageId }) => messageId)).size, 1)
}

test('while one recipient waits for a retry the others are sent and recorded, and all are counted', async () => {
  const made = await claimed(5)
  assert.deepEqual(await handOver(made), { dispatched: 4, retryable: 1, ended: 0, held: 0 })
  assert.equal((await became(made.agent, made.claim))[0], 'queued')
  await recover(made)
})

test('a recipient whose dispatch throws is left to the send worker, and the others are counted', async () => {
  const made = await claimed(3)
  const { agent, claim } = made
  await pool.query(`
    create function break_now() returns trigger language plpgsql as $$ begin raise 'unforeseen'; end $$;
    create trigger break_now before update on messages for each row when (new.asid = '${claim.recipients[0]?.asid}')
      execute function break_now()`)
  const result = await handOver(made)
  assert.deepEqual(result, { dispatched: 2, retryable: 0, ended: 0, held: 0 })
  assert.deepEqual(await became(agent, claim), ['sending', 'sent, begun', 'sent, begun'])
  await pool.query('drop trigger break_now on messages')
  await recover(made)
})

test('recipients whose channel is disabled during the dispatch wait for it, and are sent when it is enabled', async () => {
  const made = await claimed(3)
  const { agent, claim } = made
  await agent.verb('rcs', '_disable')
  assert.deepEqual(await sends.dispatch(agent.key, claim, new AbortController().signal), {
    dispatched: 0,
    retryable: 0,
    ended: 0,
    held: 3,
  })
  const held = async () =>
    (await pool.query('select hold_reason from sends where campaign_id = $1', [claim.campaignId])).rows
  assert.deepEqual(await held(), Array(3).fill({ hold_reason: 'binding_disabled' }))
  delete google.behavior.acceptMessage
  await agent.verb('rcs', '_enable')
  await bench.work()
  assert.deepEqual(await became(agent, claim), Array(3).fill('sent, begun'))
})

test('when every dispatch throws, nothing is counted, and all are left to the send worker', async () => {
  const made = await claimed(2)
  await pool.query(`
    create function refuse_now() returns trigger language plpgsql as $$ begin raise 'unforeseen'; end $$;
    create trigger refuse_now before insert on messages for each row execute function refuse_now()`)
  await assert.rejects(sends.dispatch(made.agent.key, made.claim, new AbortController().signal), /unforeseen/)
  assert.deepEqual(await became(made.agent, made.claim), ['sending', 'sending'])
  await pool.query('drop trigger refuse_now on messages')
  await recover(made)
})
