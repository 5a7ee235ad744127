import './globals.ts'

import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { format } from 'node:util'
import { notifications } from '@mantine/notifications'
import {
  type AnyRouter,
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type NavigateOptions,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { strings } from '#i18n/app.ts'
import { createTokenClient } from '../src/api/client.ts'
import { queryClient } from '../src/api/query-client.ts'
import {
  AgentContext,
  type CurrentAgent,
  type CurrentOrg,
  hasPermission,
  OrgContext,
  type OrgRole,
} from '../src/app/current-org.ts'
import { Providers } from '../src/app/Providers.tsx'
import { FakeApi } from './api.ts'
import { enterBrowser, leaveBrowser } from './globals.ts'

// Waiting ends as soon as the condition is met; the limit is for a busy machine.
configure({ asyncUtilTimeout: 15_000 })

export type TestPage = {
  api: FakeApi
  user: UserEvent
  /** Renders the element at `/agent`, inside the console's own providers. Every other path shows "Another page". */
  open: (element: ReactNode, options?: { role?: OrgRole | undefined }) => Promise<void>
  go: (to: string) => void
  path: () => string
}

/** Wraps the body of a test that has its own page. Afterwards the process has no DOM. */
export function withTestPage(body: (page: TestPage) => Promise<void>): () => Promise<void> {
  return async () => {
    enterBrowser()
    const api = new FakeApi()
    const fetch = mock.method(globalThis, 'fetch', api.fetch)
    const complaints = mock.method(console, 'error', () => {})
    const history = createBrowserHistory()
    history.replace('/agent')
    // Otherwise it would replace the address that a test sets before it opens its page.
    history.flush()
    try {
      await body(createPage(api, history))
      api.assertExpected()
      assert.deepEqual(
        complaints.mock.calls.map((call) => format(...call.arguments)),
        [],
        'React complained',
      )
    } finally {
      await closePage()
      history.destroy()
      fetch.mock.restore()
      complaints.mock.restore()
      await leaveBrowser()
    }
  }
}

function createPage(api: FakeApi, history: ReturnType<typeof createBrowserHistory>): TestPage {
  let router: AnyRouter | undefined
  return {
    api,
    user: userEvent.setup({ delay: null }),
    open: async (element, { role = 'editor' } = {}) => {
      const opened = createRouter({ routeTree: routesAround(element, role), history })
      router = opened
      await opened.load()
      render(
        <Providers>
          <RouterProvider router={opened as never} />
        </Providers>,
      )
    },
    go: (to) => act(() => void router?.navigate({ to } as NavigateOptions)),
    path: () => history.location.pathname,
  }
}

/** Clears everything that outlives a page: cached queries, notifications, an unanswered confirmation. */
async function closePage(): Promise<void> {
  screen.queryByRole('button', { name: strings.save.stay })?.click()
  cleanup()
  notifications.clean()
  queryClient.clear()
  await new Promise(setImmediate)
}

function routesAround(element: ReactNode, role: OrgRole) {
  const { org, agent } = openAs(role)
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/agent',
    component: () => (
      <OrgContext value={org}>
        <AgentContext value={agent}>
          <main>{element}</main>
        </AgentContext>
      </OrgContext>
    ),
  })
  const another = createRoute({ getParentRoute: () => root, path: '$', component: () => <h1>Another page</h1> })
  return root.addChildren([page, another])
}

/** The organization and the agent that the console's guards provide. */
function openAs(role: OrgRole): { org: CurrentOrg; agent: CurrentAgent } {
  const api = createTokenClient('a-token').org('acme')
  const org: CurrentOrg = {
    id: 'acme',
    name: 'Acme',
    role,
    userId: 'user-1',
    api,
    isLimited: false,
    can: (required) => hasPermission(role, required),
    key: (...rest) => ['org', 'acme', ...rest],
  }
  const agent: CurrentAgent = {
    id: 'bot',
    name: 'Bot',
    agent: {} as CurrentAgent['agent'],
    api: api.agent('bot'),
    key: (...rest) => org.key('agent', 'bot', ...rest),
  }
  return { org, agent }
}
