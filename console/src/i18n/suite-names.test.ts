// Own process: the console reads its language once, and here it is German.
import assert from 'node:assert/strict'
import { test } from 'node:test'

/** The suites that Parley creates keep one stored name, whatever language a user reads. */

// The console reads its language once, so the browser is German before the first text is read.
Object.assign(globalThis, { window: globalThis })
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['de-AT', 'en'] }, configurable: true })
const { displaySuiteName, storedSuiteNames, suiteNames } = await import('#i18n/suite-names.ts')

test('the name that is stored is English, and the name that is shown is in the language of the user', () => {
  assert.deepEqual(storedSuiteNames, { answered: 'Answered questions', recorded: 'Recorded from conversations' })
  assert.equal(displaySuiteName('Answered questions'), 'Beantwortete Fragen')
  assert.equal(displaySuiteName('Recorded from conversations'), suiteNames.recorded)
})

test('a name that a user gave is shown as it is', () => {
  for (const name of ['Opening hours', 'answered questions', 'constructor', '']) {
    assert.equal(displaySuiteName(name), name)
  }
})
