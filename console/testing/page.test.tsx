import './globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { useAgent } from '../src/app/current-org.ts'
import classes from '../src/components/Chip.module.css'
import { withTestPage } from './page.tsx'

test('component tests restore the state of the process, also after a failure', async () => {
  // The modules were loaded with a DOM, which is gone afterwards.
  await new Promise(setImmediate)
  assert.equal(typeof globalThis.document, 'undefined')
  const own = { Event: globalThis.Event, setTimeout: globalThis.setTimeout, fetch: globalThis.fetch }
  const failing = withTestPage(async ({ open }) => {
    await open(<p>Hello</p>)
    assert.notEqual(globalThis.Event, own.Event)
    screen.getByText('Hello')
    throw new Error('on purpose')
  })
  await assert.rejects(failing, /on purpose/)
  for (const name of ['window', 'document', 'HTMLElement', 'localStorage', 'IS_REACT_ACT_ENVIRONMENT'])
    assert.equal(name in globalThis, false, name)
  assert.deepEqual({ Event: globalThis.Event, setTimeout: globalThis.setTimeout, fetch: globalThis.fetch }, own)
})

test(
  'component tests start with an empty page',
  withTestPage(async ({ path }) => {
    assert.equal(document.body.textContent, '')
    assert.equal(path(), '/agent')
  }),
)

test('component tests fail on a request without a stubbed answer', async () => {
  const failing = withTestPage(async ({ open, api }) => {
    await open(<Reader />)
    while (api.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  })
  await assert.rejects(failing, /declares no answer to these calls/)
})

test('component tests fail if React logs an error', async () => {
  const failing = withTestPage(async ({ open }) => {
    await open(
      <ul>
        {['a', 'b'].map((text) => (
          // biome-ignore lint/correctness/useJsxKeyInIterable: the test checks the warning
          <li>{text}</li>
        ))}
      </ul>,
    )
  })
  await assert.rejects(failing, /React complained/)
})

test('component tests resolve the classes of a style sheet by their names', () => {
  assert.equal(classes.anything, 'anything')
})

test('errors in components name the line of the source file', () => {
  const [, line] = new Error('here').stack?.split('\n') ?? []
  assert.match(line ?? '', /page\.test\.tsx:6\d:/)
})

function Reader() {
  const agent = useAgent()
  useEffect(() => {
    agent.api.raw('GET', '/unknown').catch(() => {})
  }, [agent])
  return null
}
