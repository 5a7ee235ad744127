import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeopleFieldList, parseCustomFieldPath } from './people-fields.ts'
import { read } from './things/testing/read.ts'
import { peopleFieldTypes } from './vocabulary.ts'

const plan = { key: 'plan', type: 'string' }

const cases: [title: string, field: object][] = [
  ...peopleFieldTypes.map((type): [string, object] => [`of type ${type}`, { key: 'plan', type, options: ['a'] }]),
  ['of every property', { ...plan, label: 'Plan', locked: true, description: 'Which plan they have.' }],
  ['of a built-in name', { key: 'email', type: 'string', locked: true }],
  ['with a key of 128', { ...plan, key: '🪁'.repeat(128) }],
  ['with spaces in its key', { ...plan, key: 'shoe size' }],
  ['called constructor', { ...plan, key: 'constructor' }],
]
for (const [title, field] of cases) {
  test(`a People field ${title} is stored unchanged`, () => {
    assert.deepEqual(read(PeopleFieldList, [field]), { value: [field], errors: [] })
  })
}

const refused: [title: string, fields: unknown, error: string][] = [
  ['without a key', [{ type: 'string' }], '[0].key is required'],
  ['with an empty key', [{ ...plan, key: '' }], '[0].key must not be empty'],
  ['with a key of 129', [{ ...plan, key: 'x'.repeat(129) }], '[0].key must have at most 128 characters'],
  ['with a dot in its key', [{ ...plan, key: 'a.b' }], '[0].key must not contain a dot'],
  ['with a key that begins with $', [{ ...plan, key: '$set' }], '[0].key must not begin with $'],
  ['called __proto__', [{ ...plan, key: '__proto__' }], '[0].key is a reserved name'],
  ['without a type', [{ key: 'plan' }], `[0].type must be one of ${peopleFieldTypes.join(', ')}`],
  ['of an unknown type', [{ ...plan, type: 'text' }], `[0].type must be one of ${peopleFieldTypes.join(', ')}`],
  ['of type enum without options', [{ ...plan, type: 'enum' }], '[0].options is required for an enum'],
  ['of type enum with no options', [{ ...plan, type: 'enum', options: [] }], '[0].options is required for an enum'],
  ['with an unknown property', [{ ...plan, required: true }], '[0].required is not a known field'],
  ['that is there twice', [plan, plan], '[1].key is used twice'],
]
for (const [title, fields, error] of refused) {
  test(`a People field ${title} is refused`, () => {
    assert.deepEqual(read(PeopleFieldList, fields).errors, [error])
  })
}

test('a path reads a People field if it goes through customFields', () => {
  assert.equal(parseCustomFieldPath('person.customFields.shoe size'), 'shoe size')
  for (const path of ['person.email', 'customFields.plan', 'person.customFields', 'agent.customFields.plan']) {
    assert.equal(parseCustomFieldPath(path), undefined, path)
  }
})
