import assert from 'node:assert/strict'
import {
  ChangeRejectedError,
  createDefinition,
  fillTemplate,
  lintDocument,
  parseCondition,
  parseFlow,
  parseImportDocument,
  parsePattern,
  parseYaml,
  printCondition,
  printYaml,
} from '@parley/definition'
import { readCase } from '@parley/testcase'
import { jsonTokens, parseJsonOrText } from '../mutate-text.ts'
import type { FuzzTarget } from '../target.ts'

const yaml: FuzzTarget = {
  name: 'yaml',
  sourcePattern: /packages\/definition\/src/,
  seeds: [
    'exportVersion: 1\nagent:\n  name: Harbour\nstandingInstructions:\n  - Be brief.\n',
    'playbooks:\n  - id: desk\n    name: Desk\n    body: |\n      Help.\n    uses: [people]\n    isDefault: true\n',
    'rules:\n  - {id: a, text: b, check: {kind: pattern, patterns: ["/x/i"]}}\n',
    'capabilities:\n  people:\n    fields:\n      - key: plan\n        type: enum\n        options: [a, "no", 1]\n',
  ],
  tokens: [
    '\n',
    '  ',
    ': ',
    '- ',
    '|',
    '>',
    '&a',
    '*a',
    '!!str',
    '<<',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    '#',
    '---',
    '...',
    '?',
    '%',
    '~',
    'null',
    'yes',
    '0x1',
    '1e3',
    'exportVersion',
    'goals',
    'flow',
    'steps',
  ],
  run(text) {
    const parsed = parseYaml(text)
    if (!parsed.ok) return
    const reparsed = parseYaml(printYaml(parsed.value))
    assert.ok(reparsed.ok, 'the printed output cannot be parsed')
    assert.deepEqual(reparsed.value, parsed.value, 'printing and parsing it again gives a different result')
    ignoreRejection(() => parseImportDocument(parsed.value))
  },
}

const importing: FuzzTarget = {
  name: 'import',
  sourcePattern: /packages\/definition\/src/,
  seeds: [
    '{"exportVersion":1,"agent":{"name":"A"},"goals":{"goals":[{"id":"g","name":"G","definition":{"kind":"event","event":"person.replied"}}]}}',
    '{"playbooks":[{"id":"a","name":"A","body":"B","uses":[],"isDefault":true,"flow":{"id":"main","slots":[{"name":"x","type":"string"}],"steps":[{"collect":"x"},{"say":"{x}"},{"branch":{"if":"x = \\"a\\"","then":[{"end":{"outcome":"o"}}]}}]}}]}',
    '{"messageTemplates":[{"id":"w","name":"W","body":"Hello {person.firstName|there}."}],"capabilities":{"scheduling":{"timezone":"UTC","availableHours":[{"dayOfWeek":1,"startTime":"09:00","endTime":"17:00"}]}}}',
  ],
  tokens: [
    '"flow":',
    '"steps":',
    ...jsonTokens,
    '"say":',
    '"branch":',
    '"if":',
    '"rules":',
    '"outreach":',
    '1',
    '"__proto__":',
  ],
  run(text) {
    const value = parseJsonOrText(text)
    if (value === undefined) return
    ignoreRejection(() => parseImportDocument(value))
    lintDocument(createDefinition('A'), value, lintContext)
  },
}

const lintContext: Parameters<typeof lintDocument>[2] = {
  knowsTool: () => false,
  bindingFaults: () => [],
  schemaFault: () => undefined,
  explainUnavailableTool: () => undefined,
  knowsMedia: () => false,
  now: '2030-01-31T09:00:00.000Z',
}

/** Swallows the declared validation errors. */
function ignoreRejection(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ChangeRejectedError)) throw error
  }
}

const condition: FuzzTarget = {
  name: 'condition',
  sourcePattern: /definition\/src\/flow\/condition/,
  seeds: ['x = "a" and not (y > 3 or z in ["a", "b"])', 'person.customFields.plan != null', 'exists x', 'a >= 1.5'],
  tokens: [
    '(',
    ')',
    ' and ',
    ' or ',
    'not ',
    '=',
    '!=',
    '<',
    '>=',
    'in',
    '[',
    ']',
    '"',
    "'",
    ',',
    '.',
    'null',
    'true',
    '-1',
    '1e9',
    'exists',
    'contains',
  ],
  run(text) {
    const parsed = parseCondition(text)
    if (!parsed.ok) return
    const reparsed = parseCondition(printCondition(parsed.condition))
    assert.deepEqual(reparsed, parsed, 'printing and parsing it again gives a different result')
  },
}

const pattern: FuzzTarget = {
  name: 'pattern',
  sourcePattern: /definition\/src\/pattern/,
  seeds: ['/^(a|b)+$/i', 'a plain phrase', '/\\d{3}-\\d{4}/', '/[^x-z]?(?:y)*/s'],
  tokens: [
    '/',
    '(',
    ')',
    '[',
    ']',
    '{9}',
    '{1,99}',
    '*',
    '+',
    '?',
    '|',
    '^',
    '$',
    '\\',
    '\\b',
    '\\pL',
    '(?:',
    '(?=',
    '(?i)',
    '.',
    '-',
  ],
  run(text) {
    const parsed = parsePattern(text)
    if (!parsed.ok) return
    const startedAt = performance.now()
    parsed.test('aaaaaaaaab'.repeat(400))
    assert.ok(performance.now() - startedAt < 1_500, 'a message of 4000 characters takes too long')
  },
}

const template: FuzzTarget = {
  name: 'template',
  sourcePattern: /definition\/src\/message-templates/,
  seeds: [
    'Hello {person.firstName|there}. Your plan is {person.customFields.plan}.',
    '{a|omit-sentence} {b|block-send}',
    '{{x}} {',
  ],
  tokens: [
    '{',
    '}',
    '|',
    'person.',
    'customFields.',
    '.',
    ' ',
    '\n',
    '!',
    'omit-sentence',
    'omit-message',
    'block-send',
    '[[',
    ']]',
  ],
  run(text) {
    for (const form of ['plain', 'aml'] as const) {
      fillTemplate({ body: text }, () => undefined, form)
      fillTemplate({ body: text }, (path) => (path.length % 2 ? `[[${path}]] {x}` : undefined), form)
    }
  },
}

const flow: FuzzTarget = {
  name: 'flow',
  sourcePattern: /definition\/src\/flow/,
  seeds: [
    '{"id":"main","slots":[{"name":"x","type":"string","prompt":"X?"}],"steps":[{"collect":"x"},{"end":{"outcome":"o"}}]}',
    '{"id":"main","slots":[],"steps":[{"branch":{"if":"x = 1","then":[{"say":"a"}],"else":[{"call":"b"}]}},{"handoff":"human"}]}',
  ],
  tokens: [
    '"steps":',
    '"slots":',
    '"branch":',
    '"if":',
    '"then":',
    '"say":',
    '"collect":',
    '"action":',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"x"',
    '""',
    'null',
    '1',
  ],
  run(text) {
    const value = parseJsonOrText(text)
    if (value === undefined) return
    parseFlow(value, 'flow')
  },
}

const testCase: FuzzTarget = {
  name: 'case',
  sourcePattern: /packages\/testcase\/src/,
  seeds: [
    '{"title":"A","turns":["Hello",{"chip":"Yes","fallback":"y"},{"slot":0},{"confirm":true}],"expect":{"checks":{"finalReplyNonEmpty":true,"textIncludes":["a"]}}}',
    '{"title":"B","scenario":{"persona":{"preset":{"fields":{"firstName":"S"}}}},"turns":[{"system":"optOut"},{"media":"image","url":"https://example.com/x"}],"expect":{"criteria":["Is polite."]}}',
  ],
  tokens: [
    '"turns":',
    '"expect":',
    '"checks":',
    '"tap":',
    '"simulate":',
    '[',
    ']',
    '{',
    '}',
    ',',
    '""',
    'null',
    '1',
    'true',
    '"textMatches":["/x/"]',
  ],
  run(text) {
    const value = parseJsonOrText(text)
    if (value !== undefined) readCase(value)
  },
}

export const targets: readonly FuzzTarget[] = [yaml, importing, condition, pattern, template, flow, testCase]
