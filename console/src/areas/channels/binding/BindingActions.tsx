import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/channels.ts'
import { useAgent, useCan, usePlace } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { channelNames } from '../../../parts/handset/channels.ts'
import { tell } from '../../../parts/tell.tsx'
import type { Binding } from '../data.ts'

const { binding: w } = words

export function BindingActions({ binding }: { binding: Binding }) {
  const can = useCan('editor')
  if (!can) return null
  return (
    <>
      <SwitchButton binding={binding} />
      <DeleteButton binding={binding} />
    </>
  )
}

function SwitchButton({ binding: { id, status } }: { binding: Binding }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const off = status === 'Disabled'
  const switching = useMutation({
    mutationFn: () => {
      const verb = off ? '_enable' : '_disable'
      return agent.api.post(`/channels/{bindingId}/${verb}`, { path: { bindingId: id } })
    },
    onSuccess: () => {
      tell.done(off ? w.enabled : w.disabled)
      return queries.invalidateQueries({ queryKey: agent.key('channels') })
    },
    onError: tell.failed,
  })
  if (!off && status !== 'Active') return null
  return (
    <Button variant="default" onClick={() => switching.mutate()} loading={switching.isPending}>
      {off ? w.enable : w.disable}
    </Button>
  )
}

function DeleteButton({ binding: { id, channel, mode } }: { binding: Binding }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = usePlace()
  const name = channelNames[channel]
  const removing = useMutation({
    mutationFn: () => agent.api.delete('/channels/{bindingId}', { path: { bindingId: id } }),
    onSuccess: async () => {
      tell.done(w.deleted(name))
      await navigate({ to: '/orgs/$org/agents/$agent/channels', params })
      queries.removeQueries({ queryKey: agent.key('channels', id) })
      await queries.invalidateQueries({ queryKey: agent.key('channels') })
    },
    onError: tell.failed,
  })
  const ask = async () => {
    const text = channel === 'rcs' && mode === 'managed' ? `${w.deleteText} ${w.deleteRcs}` : w.deleteText
    if (await confirm({ title: w.deleteTitle(name), text, ok: w.delete, danger: true })) removing.mutate()
  }
  return (
    <Button variant="default" c="red" onClick={ask} loading={removing.isPending}>
      {w.delete}
    </Button>
  )
}
