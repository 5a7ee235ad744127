import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/tools.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'

export type Tool = Schema<'Tool'>
export type ToolBinding = Schema<'ToolBinding'>
type ToolState = 'unbound' | 'off' | 'incomplete' | 'disconnected' | 'ready'

const { tools: texts } = strings

export function toolStateOf(binding: Pick<ToolBinding, 'enabled' | 'configStatus'> | undefined): ToolState {
  if (!binding) return 'unbound'
  if (!binding.configStatus.complete) return 'incomplete'
  return binding.enabled ? 'ready' : 'off'
}

/** The state of a tool. One that acts for an account also needs a grant, even if this installation cannot get one. */
export function useToolState(tool: Tool, binding: ToolBinding | undefined): ToolState {
  const state = toolStateOf(binding)
  const needsGrant = state === 'ready' && tool.oauth !== undefined && !binding?.config.connectionId
  const { data } = useGrantStatus(tool.id, needsGrant)
  return needsGrant && data && data.status !== 'connected' ? 'disconnected' : state
}

function useGrantStatus(toolId: string, enabled = true) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tool-oauth', toolId),
    queryFn: ({ signal }) => agent.api.get('/tools/{toolId}/oauth/status', { path: { toolId }, signal }),
    enabled,
  })
}

/** What a call still needs, by the titles of the configuration fields. */
export function listMissingLabels(tool: Pick<Tool, 'configSchema'>, binding: Pick<ToolBinding, 'configStatus'>) {
  const { properties = {} } = (tool.configSchema ?? {}) as { properties?: Record<string, { title?: string }> }
  return binding.configStatus.missing.map((field) =>
    field === 'oauth' ? texts.account : (Object.hasOwn(properties, field) && properties[field]?.title) || field,
  )
}

const badges: Record<ToolState, string> = {
  unbound: 'none',
  off: 'paused',
  incomplete: 'actionrequired',
  disconnected: 'actionrequired',
  ready: 'ready',
}

export const ToolStateBadge = ({ state }: { state: ToolState }) => (
  <StatusBadge status={badges[state]} label={texts.states[state]} />
)

type StateProps = { tool: Tool; binding: ToolBinding | undefined; state: ToolState }

/** The state of a binding in full: what is missing, and the account that it acts for. */
export function ToolStateDetails({ tool, binding, state }: StateProps) {
  return (
    <Stack gap="xs">
      {binding && state === 'incomplete' && (
        <Text size="sm" role="status">
          {texts.missing(listMissingLabels(tool, binding).join(', '))}
        </Text>
      )}
      {state !== 'incomplete' && <Text size="sm">{texts.stateTexts[state]}</Text>}
      {binding && tool.oauth && <OAuthState toolId={tool.id} />}
    </Stack>
  )
}

/** Whether the service's account is connected, with a button to connect it. */
export function OAuthState({ toolId }: { toolId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const path = { toolId }
  const { data } = useGrantStatus(toolId)
  const leaving = useMutation({
    mutationFn: () => agent.api.post('/tools/{toolId}/oauth/start', { path, body: { returnTo: window.location.href } }),
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
    onError: notify.error,
  })
  const parting = useMutation({
    mutationFn: () => agent.api.post('/tools/{toolId}/oauth/disconnect', { path }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: agent.key('tool-oauth', toolId) }),
        queries.invalidateQueries({ queryKey: agent.key('tool-bindings') }),
      ]),
    onError: notify.error,
  })
  if (!data) return null
  const connected = data.status === 'connected'
  return (
    <Group gap="xs">
      <StatusBadge status={data.status} label={texts.oauth[data.status]} />
      {data.lastError && <Text size="sm">{data.lastError}</Text>}
      {mayEdit && (
        <Button
          size="compact-sm"
          variant="default"
          loading={leaving.isPending || parting.isPending}
          onClick={() => (connected ? parting.mutate() : leaving.mutate())}
        >
          {connected ? texts.disconnect : texts.connect}
        </Button>
      )}
    </Group>
  )
}

export function ToolSwitch({ tool, binding: { enabled } }: { tool: Tool; binding: ToolBinding }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const switching = useMutation({
    mutationFn: (on: boolean) =>
      agent.api.post(on ? '/tool-bindings/{toolId}/_enable' : '/tool-bindings/{toolId}/_disable', {
        path: { toolId: tool.id },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('tool-bindings') }),
    onError: notify.error,
  })
  return (
    <Switch
      label={enabled ? texts.on : texts.off}
      aria-label={`${enabled ? texts.on : texts.off} ${tool.name}`}
      checked={enabled}
      disabled={!mayEdit || switching.isPending}
      onChange={(event) => switching.mutate(event.currentTarget.checked)}
    />
  )
}
