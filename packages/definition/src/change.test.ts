import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Change, change, type Edit } from './change.ts'
import { type AgentDefinition, newDefinition, sectionNames } from './definition.ts'
import { holds } from './references/graph.ts'
import { looseEnds } from './references/integrity.ts'
import { Refused } from './refusal.ts'
import { sameValue } from './same-value.ts'
import { looseDefinitions } from './testing/definitions.ts'
import { edits } from './testing/edits.ts'
import { outside } from './testing/outside.ts'
import { fieldsOf, refusalOf } from './testing/refusal.ts'

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const own of Object.values(Object.freeze(value))) frozen(own)
  return value
}

/** What must be true of any agent after a write that was made. */
function assertSound(before: AgentDefinition, { definition, changed }: Change): void {
  const known = new Set(looseEnds(before, outside).map(({ key }) => key))
  for (const { key, firm, to, id, field } of looseEnds(definition, outside)) {
    if (known.has(key)) continue
    assert.ok(!firm, `${field} names what never was`)
    assert.ok(!holds(before, to, id), `${field} names what this write took away`)
  }
  const defaults = definition.playbooks.filter(({ isDefault }) => isDefault)
  assert.deepEqual(
    defaults.map(({ outreachId }) => outreachId),
    [undefined],
    'exactly one default, which is not owned',
  )
  const owned = definition.playbooks.filter(({ outreachId }) => outreachId !== undefined)
  assert.deepEqual(
    new Map(owned.map(({ id, outreachId }) => [outreachId, id])),
    new Map(definition.outreaches.map(({ id, playbookId }) => [id, playbookId])),
  )
  assert.equal(owned.length, definition.outreaches.length, 'every Outreach owns exactly one playbook')
  for (const name of sectionNames) {
    if (changed.includes(name)) assert.ok(!sameValue(definition[name], before[name]), `${name} is another`)
    else assert.equal(definition[name], before[name], `${name} is the same object`)
  }
}

test('whatever the edit, it leaves a sound agent or is refused with its reasons, and what was there stays untouched', () => {
  const outcomes = { made: 0, refused: 0 }
  fc.assert(
    fc.property(looseDefinitions, edits, (before, edit) => {
      frozen(before)
      let made: Change
      try {
        made = change(before, edit, outside)
      } catch (error) {
        assert.ok(error instanceof Refused, String(error))
        assert.ok(error.told.errors?.length || error.told.detail, `${error.code} gives no reason`)
        outcomes.refused++
        return
      }
      assertSound(before, made)
      outcomes.made++
    }),
    { numRuns: 300 },
  )
  assert.ok(outcomes.made > 50 && outcomes.refused > 50, JSON.stringify(outcomes))
})
