import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCondition, unlessConditionKinds, writeCondition } from './GoalField.tsx'

for (const kind of unlessConditionKinds) {
  test(`the condition ${kind} is read back as it was written`, () => {
    const written = {
      kind,
      key: kind.startsWith('field') ? 'plan' : '',
      value: kind === 'status' || kind === 'fieldIs' ? 'gold' : '',
    }
    assert.deepEqual(readCondition(writeCondition(written)), written)
  })
}
