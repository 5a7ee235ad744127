import '../../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '@parley/sdk'
import { screen } from '@testing-library/react'
import { strings } from '#i18n/tools.ts'
import { jsonResponse, problemResponse } from '../../../../testing/api.ts'
import { type TestPage, withTestPage } from '../../../../testing/page.tsx'
import { listMissingLabels, toolStateOf } from './ToolState.tsx'
import { ToolTrial } from './ToolTrial.tsx'

const { trial: texts } = strings.tools
const trialCall = 'POST /tool-bindings/ticket/_try'
const tool = {
  id: 'ticket',
  name: 'Ticket',
  parameters: {
    required: ['subject', 'urgent'],
    properties: {
      subject: { type: 'string', description: 'One line.' },
      urgent: { type: 'boolean' },
      comment: { type: 'object', properties: { public: { type: 'boolean' } } },
      tags: { type: 'array', items: { type: 'string' } },
      count: { type: 'integer' },
    },
  },
} as unknown as Schema<'Tool'>

async function callTool({ user }: TestPage) {
  await user.click(screen.getByRole('button', { name: texts.call }))
  await user.click(await screen.findByRole('button', { name: texts.confirm }))
}

test(
  'a form of each parameter becomes one call, after a confirmation',
  withTestPage(async (page) => {
    page.api.answer(trialCall, jsonResponse({ ok: true, milliseconds: 87, status: 201, result: { id: 51 } }))
    await page.open(<ToolTrial tool={tool} />)
    await page.user.type(screen.getByRole('textbox', { name: /^subject/ }), 'Leak')
    await page.user.click(screen.getByRole('switch', { name: 'urgent' }))
    await page.user.type(screen.getByRole('textbox', { name: /^tags/ }), 'wet{Enter}loud')
    await page.user.click(screen.getByRole('button', { name: texts.call }))
    await screen.findByText(texts.confirmTitle('Ticket'))
    assert.equal(page.api.sent(trialCall).length, 0)
    await page.user.click(screen.getByRole('button', { name: texts.confirm }))
    await screen.findByText(texts.status(201))
    screen.getByText(texts.milliseconds(87))
    assert.match(screen.getByLabelText(texts.result).textContent ?? '', /"id": 51/)
    const expected = { with: { subject: 'Leak', urgent: true, tags: ['wet', 'loud'] } }
    assert.deepEqual(page.api.sent(trialCall)[0]?.body, expected)
  }),
)

test(
  'a refused parameter has its error, and a failed call says why',
  withTestPage(async (page) => {
    const errors = [
      { field: 'with.subject', message: 'is required' },
      { field: 'with.tags[0]', message: 'must match' },
    ]
    page.api.answer(
      trialCall,
      problemResponse(422, 'request.invalid', { errors }),
      jsonResponse({ ok: false, milliseconds: 3, status: 500, error: 'The service failed (500).' }),
    )
    await page.open(<ToolTrial tool={tool} />)
    await callTool(page)
    await screen.findByText('is required')
    screen.getByText('tags[0] must match')
    await callTool(page)
    await screen.findByText('The service failed (500).')
    assert.equal(screen.queryByText('is required'), null)
  }),
)

test(
  'the JSON has what was typed into the form, and must be an object',
  withTestPage(async (page) => {
    page.api.answer(trialCall, problemResponse(409, 'agent.tool.incomplete', { detail: 'It is disabled.' }))
    await page.open(<ToolTrial tool={tool} />)
    await page.user.type(screen.getByRole('textbox', { name: /^subject/ }), 'Leak')
    await page.user.click(screen.getByText(texts.json))
    const json = screen.getByRole<HTMLTextAreaElement>('textbox', { name: texts.parameters })
    assert.deepEqual(JSON.parse(json.value), { subject: 'Leak' })
    await page.user.clear(json)
    await page.user.type(json, '7')
    await page.user.click(screen.getByRole('button', { name: texts.call }))
    await screen.findByText(texts.problems.object)
    await page.user.clear(json)
    await page.user.type(json, '{{}')
    await callTool(page)
    await screen.findByText(/It is disabled/)
    assert.deepEqual(page.api.sent(trialCall)[0]?.body, { with: {} })
  }),
)

test('the state of a tool names what is missing by its title', () => {
  const configStatus = { complete: false, missing: ['apiKey', 'region', 'oauth'] }
  const configSchema = { properties: { apiKey: { title: 'API key' }, region: {} } }
  assert.deepEqual(listMissingLabels({ configSchema }, { configStatus }), ['API key', 'region', 'connected account'])
  const complete = { complete: true, missing: [] }
  const states = [
    undefined,
    { enabled: true, configStatus },
    { enabled: false, configStatus: complete },
    { enabled: true, configStatus: complete },
  ]
  assert.deepEqual(states.map(toolStateOf), ['unbound', 'incomplete', 'off', 'ready'])
})
