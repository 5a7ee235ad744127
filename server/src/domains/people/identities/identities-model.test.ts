import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '@parley/amf'
import { fc } from '@parley/test-kit'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { optIn, optOut } from './stop-list/stop-list.ts'
import { createTickingWorld, findAgentKey } from './testing/people.ts'

/** Random operations on identities and people, in random order: a model in memory and the server agree. */

const server = await createTestApp({ world: createTickingWorld() })
const { database, context } = server

const newPerson = async (agent: TestAgent, body: object = {}): Promise<string> =>
  assertStatus(await agent.post('/people', body), 201).id
const readPerson = async (agent: TestAgent, id: string): Promise<ReplyBody> =>
  assertStatus(await agent.get(`/people/${id}`), 200)

type Place = { channel: Channel; address: string; spelt: string }
const places: Place[] = [
  { channel: 'rcs', address: '+12025550143', spelt: '+1 (202) 555-0143' },
  { channel: 'sms', address: '+12025550143', spelt: ' +1.202.555.0143' },
  { channel: 'rcs', address: '+442071838750', spelt: '+44 20 7183 8750' },
  { channel: 'messengerA', address: 'US.1349120865', spelt: ' US.1349120865 ' },
  { channel: 'webchat', address: 'a visitor', spelt: 'a visitor' },
]

/** Addresses are indexes into `places`; each list is in the order in which the person got them. */
type Held = {
  id: string
  holds: { place: number; since: number }[]
  prefers?: number
  /** The addresses they had last, unless another person has them now. */
  left: Set<number>
}
type Model = { people: Held[]; asids: Map<number, string>; everSeen: Set<string>; stopped: Set<number>; steps: number }
type Real = { agent: TestAgent; key: AgentKey }

const oneOf = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
const holderOf = (model: Model, place: number): Held | undefined =>
  model.people.find(({ holds }) => holds.some((held) => held.place === place))

/** Mostly an existing identity, so that most requests succeed. */
function pick(model: Model, who: number, place: number): { person: Held; place: number } {
  const held = model.people.flatMap((person) => person.holds.map((one) => ({ person, place: one.place })))
  return who % 4 > 0 && held.length > 0 ? oneOf(held, place) : { person: oneOf(model.people, who), place }
}

/** A person with identities prefers one of them: by default the oldest. */
function settle(person: Held): void {
  person.holds.sort((one, other) => one.since - other.since)
  if (!person.holds.some(({ place }) => place === person.prefers)) person.prefers = person.holds[0]?.place
}

function hold(model: Model, person: Held, place: number): void {
  person.holds.push({ place, since: ++model.steps })
  for (const { left } of model.people) left.delete(place)
  settle(person)
}

function drop(person: Held, place: number): void {
  person.holds = person.holds.filter((held) => held.place !== place)
  settle(person)
}

const shownAs = (model: Model, person: Held, place: number): ReplyBody => ({
  asid: model.asids.get(place),
  channel: places[place]?.channel,
  optedOut: model.stopped.has(place),
  preferred: person.prefers === place,
})

async function agree(model: Model, { agent, key }: Real): Promise<void> {
  for (const person of model.people) {
    const { identities } = await readPerson(agent, person.id)
    const expected = person.holds.map(({ place }) => shownAs(model, person, place))
    assert.deepEqual(identities, expected)
  }
  const { rows } = await database.pool.query(invariants, [key.key])
  assert.deepEqual(rows, [{ people: model.people.length, preferences: 0, channels: 0, terms: 0, orphans: 0 }])
}

/** Counts the people, and those that violate an invariant. */
const invariants = `
  with held as (
    select person.person_key, person.channels,
           count(*) filter (where identity.preferred)::int as preferred,
           count(identity.asid)::int as identities,
           coalesce(array_agg(distinct identity.channel order by identity.channel)
             filter (where identity.asid is not null), '{}') as true_channels
      from people as person left join identities as identity using (agent_key, person_key)
     where person.agent_key = $1 group by person.agent_key, person.person_key, person.channels)
  select count(*)::int as people,
         count(*) filter (where preferred <> least(identities, 1))::int as preferences,
         count(*) filter (where true_channels <> array(select unnest(channels) order by 1))::int as channels,
         count(*) filter (where true_channels <> array(
           select substr(own.search_key, 3) from people_search_keys as own
            where own.agent_key = $1 and own.person_key = held.person_key and own.search_key like 'c:%' order by 1))::int as terms,
         (select count(*)::int from people_search_keys as own where agent_key = $1 and not exists (
           select from people where people.agent_key = $1 and people.person_key = own.person_key)) as orphans
    from held`

type Step = { name: string; run(model: Model, real: Real): Promise<void> }

/** A step that is always possible: its numbers choose among what exists. */
function stepOf(name: string, run: (model: Model, real: Real) => Promise<void>): fc.AsyncCommand<Model, Real> & Step {
  return {
    name,
    check: () => true,
    toString: () => name,
    run: async (model, real) => {
      await run(model, real)
      await agree(model, real)
    },
  }
}

const arrive = () =>
  stepOf('arrive', async (model, { agent }) => {
    if (model.people.length < 4) model.people.push({ id: await newPerson(agent), holds: [], left: new Set() })
  })

const give = (who: number, place: number, preferred: boolean | undefined) =>
  stepOf(`give ${place} to ${who}, ${preferred}`, async (model, { agent }) => {
    const person = oneOf(model.people, who)
    const { channel, spelt } = places[place] as Place
    const holder = holderOf(model, place)
    const reply = await agent.post(`/people/${person.id}/identities`, { channel, address: spelt, preferred })
    if (holder && holder !== person) return assertProblem(reply, 409, 'resource.conflict')
    const { asid } = assertStatus(reply, 201)
    if (!model.asids.has(place)) {
      assert.ok(!model.everSeen.has(asid), 'a new asid is nobody’s')
      model.asids.set(place, asid)
      model.everSeen.add(asid)
    }
    if (!holder) hold(model, person, place)
    if (preferred) person.prefers = place
  })

/** The path of one of the person's identities, or of one that is not theirs. */
function pathOf(model: Model, person: Held, place: number): string {
  return `/people/${person.id}/identities/${model.asids.get(place) ?? 'usr_none'}`
}

const take = (who: number, which: number) =>
  stepOf(`take ${which} from ${who}`, async (model, { agent }) => {
    const { person, place } = pick(model, who, which)
    const reply = await agent.del(pathOf(model, person, place))
    if (holderOf(model, place) !== person) return assertProblem(reply, 404, 'resource.not_found')
    assertStatus(reply, 204)
    drop(person, place)
    person.left.add(place)
  })

const move = (who: number, which: number, target: number, preferred: true | undefined) =>
  stepOf(`move ${which} from ${who} to ${target}, ${preferred}`, async (model, { agent }) => {
    const { person, place } = pick(model, who, which)
    const to = oneOf(model.people, target)
    const reply = await agent.patch(pathOf(model, person, place), { personId: to.id, preferred })
    if (holderOf(model, place) !== person) return assertProblem(reply, 404, 'resource.not_found')
    assertStatus(reply, 200)
    if (person !== to) {
      drop(person, place)
      hold(model, to, place)
    }
    if (preferred) to.prefers = place
  })

const merge = (who: number, other: number) =>
  stepOf(`merge ${other} into ${who}`, async (model, { agent }) => {
    const [into, from] = [oneOf(model.people, who), oneOf(model.people, other)]
    const reply = await agent.post(`/people/${into.id}/_merge`, { fromPersonId: from.id })
    if (into === from) return assertProblem(reply, 422, 'request.invalid', 'fromPersonId')
    assertStatus(reply, 200)
    into.holds.push(...from.holds)
    into.prefers ??= from.prefers
    for (const place of from.left) into.left.add(place)
    settle(into)
    model.people.splice(model.people.indexOf(from), 1)
  })

const erase = (who: number) =>
  stepOf(`erase ${who}`, async (model, { agent }) => {
    const person = oneOf(model.people, who)
    assertStatus(await agent.del(`/people/${person.id}`), 204)
    for (const place of [...person.holds.map((held) => held.place), ...person.left]) model.asids.delete(place)
    model.people.splice(model.people.indexOf(person), 1)
    if (model.people.length === 0) model.people.push({ id: await newPerson(agent), holds: [], left: new Set() })
  })

const stop = (place: number, stops: boolean) =>
  stepOf(`${stops ? 'stop' : 'start'} ${place}`, async (model, { key }) => {
    const { channel, address } = places[place] as Place
    if (stops) await optOut(database.db, key, { channel, address }, context.world)
    else await optIn(database.db, key, { channel, address })
    model.stopped[stops ? 'add' : 'delete'](place)
  })

test('after any sequence of operations each identity belongs to the Person it was assigned to', {
  timeout: 120_000,
}, async () => {
  const who = fc.nat({ max: 11 })
  const place = fc.nat({ max: places.length - 1 })
  const giving = fc.tuple(who, place, fc.option(fc.boolean(), { nil: undefined })).map((given) => give(...given))
  const moving = fc.tuple(who, place, who, fc.constantFrom(true as const, undefined)).map((given) => move(...given))
  const steps = [
    ...[giving, giving, giving, giving],
    ...[moving, moving],
    fc.constant(null).map(arrive),
    fc.tuple(who, place).map((given) => take(...given)),
    fc.tuple(who, who).map((given) => merge(...given)),
    who.map(erase),
    fc.tuple(place, fc.boolean()).map((given) => stop(...given)),
  ]
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 30, size: 'max' }), (commands) =>
      fc.asyncModelRun(async () => {
        const agent = await createTestAgent(server)
        const people = [0, 1, 2].map(async () => ({ id: await newPerson(agent), holds: [], left: new Set<number>() }))
        const model = { people: await Promise.all(people), asids: new Map(), everSeen: new Set<string>() }
        return {
          model: { ...model, stopped: new Set<number>(), steps: 0 },
          real: { agent, key: await findAgentKey(server.database.db, agent) },
        }
      }, commands),
    ),
    { numRuns: 15, endOnFailure: true },
  )
})
