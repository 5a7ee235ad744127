import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/channels.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { handsetChannelNames } from '../../../components/handset/channels.ts'
import { notify } from '../../../components/notify.tsx'
import type { ChannelBinding } from '../data.ts'

const { binding: texts } = strings

export function BindingActions({ binding }: { binding: ChannelBinding }) {
  const can = useCan('editor')
  if (!can) return null
  return (
    <>
      <SwitchButton binding={binding} />
      <DeleteButton binding={binding} />
    </>
  )
}

function SwitchButton({ binding: { id, status } }: { binding: ChannelBinding }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const off = status === 'Disabled'
  const switching = useMutation({
    mutationFn: () => {
      const verb = off ? '_enable' : '_disable'
      return agent.api.post(`/channels/{bindingId}/${verb}`, { path: { bindingId: id } })
    },
    onSuccess: () => {
      notify.success(off ? texts.enabled : texts.disabled)
      return queries.invalidateQueries({ queryKey: agent.key('channels') })
    },
    onError: notify.error,
  })
  if (!off && status !== 'Active') return null
  return (
    <Button variant="default" onClick={() => switching.mutate()} loading={switching.isPending}>
      {off ? texts.enable : texts.disable}
    </Button>
  )
}

function DeleteButton({ binding: { id, channel, mode } }: { binding: ChannelBinding }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = useRouteIds()
  const name = handsetChannelNames[channel]
  const removing = useMutation({
    mutationFn: () => agent.api.delete('/channels/{bindingId}', { path: { bindingId: id } }),
    onSuccess: async () => {
      notify.success(texts.deleted(name))
      await navigate({ to: '/orgs/$org/agents/$agent/channels', params })
      queries.removeQueries({ queryKey: agent.key('channels', id) })
      await queries.invalidateQueries({ queryKey: agent.key('channels') })
    },
    onError: notify.error,
  })
  const ask = async () => {
    const text = channel === 'rcs' && mode === 'managed' ? `${texts.deleteText} ${texts.deleteRcs}` : texts.deleteText
    if (await askConfirmation({ title: texts.deleteTitle(name), text, ok: texts.delete, danger: true }))
      removing.mutate()
  }
  return (
    <Button variant="default" c="red" onClick={ask} loading={removing.isPending}>
      {texts.delete}
    </Button>
  )
}
