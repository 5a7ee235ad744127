import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankRule, findRuleMatches, ruleField, toRulesBody, toRulesForm } from './rules-form.ts'

const price = { ...blankRule, id: 'no-price', text: 'Never name a price.', patterns: ['/\\$\\s?[0-9]+/', 'per month'] }

test('a reply breaks a rule that matches it as a phrase in any case or as a regular expression', () => {
  const found = (reply: string, rules = [price]) => findRuleMatches(reply, rules).map(({ pattern }) => pattern)
  assert.deepEqual(found('It is $ 20.'), ['/\\$\\s?[0-9]+/'])
  assert.deepEqual(found('Twenty PER MONTH.'), ['per month'])
  assert.deepEqual(found('It depends.'), [])
  assert.deepEqual(found('It is $20.', [{ ...price, enabled: false }]), [])
  assert.deepEqual(found('anything', [{ ...price, patterns: ['', '/(/', '/(a+)\\1/'] }]), [])
})

test('the form reads and saves rules without loss and omits defaults', () => {
  const data = [
    { id: 'a', text: 'A', check: { kind: 'pattern' as const, patterns: ['x'] } },
    {
      id: 'b',
      text: 'B',
      check: { kind: 'pattern' as const, patterns: ['y'] },
      onMatch: 'block' as const,
      replacement: 'No.',
      enabled: false,
    },
  ]
  assert.deepEqual(toRulesBody(toRulesForm({ data })), { rules: data })
})

test('a refused pattern shows its error at its own field', () => {
  assert.equal(ruleField('rules[1].check.patterns[0]'), 'rules[1].patterns[0]')
})
