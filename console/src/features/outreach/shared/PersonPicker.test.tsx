import '../../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen } from '@testing-library/react'
import { strings } from '#i18n/outreach.ts'
import { jsonResponse } from '../../../../testing/api.ts'
import { withTestPage } from '../../../../testing/page.tsx'
import { PersonLink } from './PersonPicker.tsx'

const call = 'GET /people/holders?personIds=p1'
const linked = (
  <a href="/people/p1">
    <PersonLink personId="p1" />
  </a>
)

test(
  'a link to a person has a name while the name of the person loads',
  withTestPage(async ({ api, open }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    api.answer(call, () => promise)
    await open(linked)
    await screen.findByRole('link', { name: strings.person.loading })
    resolve(jsonResponse({ data: [{ id: 'p1', fullName: 'Ada' }] }))
    await screen.findByRole('link', { name: 'Ada' })
  }),
)

test(
  'a person who no longer exists is shown as erased',
  withTestPage(async ({ api, open }) => {
    api.answer(call, jsonResponse({ data: [] }))
    await open(linked)
    assert.ok(await screen.findByRole('link', { name: strings.person.erased }))
  }),
)
