import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import type { OutreachPerson } from '../../../testing/outreach-bench.ts'

/** A campaign that compares openers, from its staging to its report, and a variant that is chosen on the way. */

const bench = await createCampaignsBench()
const { world, work } = bench
const agent = await bench.agent()
const { api, allRecipients, command, readCampaign, report } = agent

const openers = { a: 'Short news', b: 'Long news' } as const
type VariantId = keyof typeof openers
for (const [id, body] of Object.entries(openers))
  assertStatus(await api.post('/message-templates', { id, name: id, body }), 201)
const variants = Object.keys(openers).map((id) => ({ id, openerTemplateId: id, weight: 1 }))

async function createExperiment(count: number, fields: object = {}) {
  const people = await agent.consentingPeople(count)
  const outreachId = await agent.outreach('News')
  const id = await agent.createStagedCampaign(people, { outreachId, variants, ...fields })
  return { id, people }
}

async function runUntilCompleted(id: string): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds++) {
    await work()
    if ((await readCampaign(id)).status === 'completed') return
    world.advance(1_000)
  }
  assert.fail('the campaign was not completed')
}

const readRows = async (id: string) => new Map((await allRecipients(id)).map((row) => [row.personId as string, row]))
const choose = (id: string, variantId: string) => api.post(`/campaigns/${id}/choose-variant`, { variantId })
const textsOf = ({ phone }: OutreachPerson) => phone.readTexts()
const sumOf = (groups: readonly ReplyBody[], field: string): number =>
  groups.reduce((sum, group) => sum + group[field], 0)

test('each person gets the opener of their variant, held-out people get nothing, and the report counts each group', async () => {
  const { id, people } = await createExperiment(30, { holdoutPercent: 40 })
  const { counts } = await readCampaign(id)
  assert.equal(counts.sendable + counts.heldOut, 30)
  assert.equal(counts.variants.a + counts.variants.b, counts.sendable)
  const staged = await readRows(id)
  await command(id, 'start')
  await runUntilCompleted(id)
  const rows = await readRows(id)
  for (const person of people) {
    const { state, variantId } = rows.get(person.id) ?? assert.fail('the person has no row')
    assert.equal(variantId, staged.get(person.id)?.variantId, 'as it was staged')
    if (state === 'held_out') assert.deepEqual([variantId, await textsOf(person)], [undefined, []])
    else assert.deepEqual([state, await textsOf(person)], ['sent', [openers[variantId as VariantId]]])
  }
  const inState = (state: string) => people.filter((person) => rows.get(person.id)?.state === state)
  const [reached, heldOut] = [inState('sent'), inState('held_out')]
  assert.deepEqual([reached.length, heldOut.length], [counts.sendable, counts.heldOut])
  const [answering, held] = [reached[0], heldOut[0]]
  assert.ok(answering && held)
  world.advance(1_000)
  for (const person of [answering, held]) await person.phone.sendText('Tell me more')
  await work()
  const { holdout, leader, ...result } = await report(id)
  for (const group of result.variants as ReplyBody[]) {
    const size = counts.variants[group.id]
    const replied: number = rows.get(answering.id)?.variantId === group.id ? 1 : 0
    assert.deepEqual([group.people, group.sent, group.replied, group.goal], [size, size, replied, 0])
    const { value, low, high } = group.rates.replied
    assert.ok(value === replied / size && low <= value && value < high)
  }
  assert.deepEqual([holdout.people, holdout.sent, holdout.replied], [counts.heldOut, 0, 1])
  assert.equal(holdout.rates.replied.value, 1 / counts.heldOut)
  assert.ok(holdout.rates.replied.low > 0 && holdout.rates.replied.high < 1)
  assert.equal(leader, undefined, 'one reply is no significant difference')
})

test('the report counts who failed and who opted out in each group, and compares the groups', async () => {
  const { id, people } = await createExperiment(30, { holdoutPercent: 40 })
  const rows = await readRows(id)
  const held = people.filter((person) => rows.get(person.id)?.state === 'held_out')
  const [early, late, ...others] = people.filter((person) => rows.get(person.id)?.state === 'queued')
  assert.ok(early && late && held[0] && others[0])
  await early.phone.sendText('STOP')
  await work()
  world.advance(1_000)
  await command(id, 'start')
  await runUntilCompleted(id)
  world.advance(1_000)
  for (const person of [late, held[0]]) await person.phone.sendText('STOP')
  // Whoever returns has not opted out.
  for (const text of ['STOP', 'START']) await others[0].phone.sendText(text)
  await work()
  const { variants: groups, holdout } = await report(id)
  const isOf = (person: OutreachPerson, group: ReplyBody) => Number(rows.get(person.id)?.variantId === group.id)
  for (const group of groups as ReplyBody[]) {
    assert.deepEqual([group.failed, group.optedOut], [isOf(early, group), isOf(late, group)])
    assert.equal(group.rates.optedOut.value, isOf(late, group) / group.sent)
    const { value, low, high } = group.toHoldout.replied
    assert.ok(Math.abs(value - (group.rates.replied.value - holdout.rates.replied.value)) < 1e-9)
    assert.ok(low <= value && value <= high)
  }
  const [first, second] = groups
  assert.equal(first.toFirst, undefined)
  const difference = second.rates.replied.value - first.rates.replied.value
  assert.ok(Math.abs(second.toFirst.replied.value - difference) < 1e-9)
  assert.deepEqual([holdout.failed, holdout.optedOut], [0, 1])
})

test('the variant that leads people to the Goal significantly more often is the leader', async () => {
  const own = await bench.agent()
  const goals = [{ id: 'look', name: 'Look', definition: { kind: 'event', event: 'link.tapped' } }]
  assertStatus(await own.api.put('/goals', { goals }), 200)
  assertStatus(await own.api.put('/settings/sending', { trackLinks: true }), 200)
  for (const id of ['a', 'b']) {
    const template = { id, name: id, body: `Opener ${id}: https://shop.example/offer` }
    assertStatus(await own.api.post('/message-templates', template), 201)
  }
  const people = await own.consentingPeople(24)
  const outreachId = await own.outreach('News', { goal: { goalId: 'look' } })
  const id = await own.createStagedCampaign(people, { outreachId, variants })
  const { counts } = await own.readCampaign(id)
  await own.command(id, 'start')
  for (let seconds = 0; seconds < 60 && (await own.readCampaign(id)).status !== 'completed'; seconds++) {
    await work()
    world.advance(1_000)
  }
  const openLink = async (text: string) => {
    const [link] = /https?:\/\/\S+/.exec(text) ?? assert.fail('there is no link')
    const response = await bench.app.inject({ method: 'GET', url: new URL(link).pathname })
    assert.deepEqual([response.statusCode, response.headers.location], [302, 'https://shop.example/offer'])
  }
  const texts = (await Promise.all(people.map(textsOf))).flat()
  for (const text of texts) if (text.startsWith('Opener a')) await openLink(text)
  const { variants: groups, leader } = await own.report(id)
  assert.deepEqual(
    groups.map((group: ReplyBody) => [group.id, group.goal, group.tapped, group.rates.goal.value]),
    [
      ['a', counts.variants.a, counts.variants.a, 1],
      ['b', 0, 0, 0],
    ],
  )
  assert.equal(leader, 'a')
})

test('a variant that is chosen while the campaign runs goes to everybody who was not sent to yet', async () => {
  const { id, people } = await createExperiment(20)
  const before = await readRows(id)
  // A person who is in a conversation is sent to later.
  const [waiting, sent] = [people.slice(0, 10), people.slice(10)]
  for (const { phone } of waiting) await phone.sendText('Hello?')
  await work()
  await command(id, 'start')
  for (let seconds = 0; seconds < 60 && (await readCampaign(id)).counts.sent < sent.length; seconds++) {
    world.advance(1_000)
    await work()
  }
  for (const person of sent) assert.equal((await textsOf(person)).length, 1)
  for (const person of waiting) assert.deepEqual(await textsOf(person), [])
  const chosen = before.get(waiting[0]?.id as string)?.variantId === 'a' ? 'b' : 'a'
  assert.equal(assertStatus(await choose(id, chosen), 200).chosenVariantId, chosen)
  assert.equal(assertStatus(await choose(id, chosen), 200).chosenVariantId, chosen, 'it may be chosen again')
  world.advance(31 * 60_000)
  await runUntilCompleted(id)
  const after = await readRows(id)
  for (const person of people) {
    const own = before.get(person.id)?.variantId
    const variantId = sent.includes(person) ? own : chosen
    assert.equal(after.get(person.id)?.variantId, variantId)
    assert.deepEqual(await textsOf(person), [openers[variantId as VariantId]])
  }
  const { chosenVariantId, ...result } = await report(id)
  assert.equal(chosenVariantId, chosen)
  assert.deepEqual([sumOf(result.variants, 'people'), sumOf(result.variants, 'sent')], [20, 20])
})

test('a variant that is chosen before the start goes to everybody, also when the campaign is staged again', async () => {
  const needing = { id: 'needing', name: 'Needing', body: 'Hi {person.firstName|block-send}' }
  assertStatus(await api.post('/message-templates', needing), 201)
  const own = [variants[0], { id: 'needing', openerTemplateId: 'needing', weight: 1 }]
  const { id, people } = await createExperiment(12, { variants: own })
  const { exclusions, counts } = await readCampaign(id)
  assert.equal(exclusions['template-blocked'] ?? 0, 12 - counts.sendable)
  assert.equal(assertStatus(await choose(id, 'a'), 200).status, 'staged')
  const again = await agent.stage(id)
  assert.deepEqual([again.chosenVariantId, again.counts.sendable, again.exclusions], ['a', 12, {}])
  assert.deepEqual(again.counts.variants, { a: 12, needing: 0 })
  for (const { text } of again.previews) assert.equal(text, openers.a)
  await command(id, 'start')
  await runUntilCompleted(id)
  for (const person of people) assert.deepEqual(await textsOf(person), [openers.a])
})

test('only a variant of a staged, running or paused campaign can be chosen', async () => {
  const people = await agent.consentingPeople(1)
  const personIds = people.map((person) => person.id)
  const draft = await agent.campaign({ personIds }, { variants })
  assertProblem(await choose(draft.id, 'a'), 409, 'agent.campaign.immutable')
  const { id } = await createExperiment(2)
  assertProblem(await choose(id, 'c'), 422, 'request.invalid', 'variantId')
  assertStatus(await api.post(`/campaigns/${id}/choose-variant`, {}), 422)
  assertStatus(await choose('cmp_nothing', 'a'), 404)
  await command(id, 'start')
  await command(id, 'pause')
  assertStatus(await choose(id, 'b'), 200)
  await command(id, 'resume')
  await runUntilCompleted(id)
  assertProblem(await choose(id, 'a'), 409, 'agent.campaign.immutable')
  const plain = await agent.createStagedCampaign(people)
  assertProblem(await choose(plain, 'a'), 422, 'request.invalid', 'variantId')
})
