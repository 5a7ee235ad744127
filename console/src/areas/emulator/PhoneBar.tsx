import { ActionIcon, Chip, Group as Row, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/emulator.ts'
import { words as phone } from '#words/handset.ts'
import { useAgent } from '../../app/org.ts'
import { confirm } from '../../parts/confirm.tsx'
import { tell } from '../../parts/tell.tsx'
import { personaChannels } from './search.ts'
import { type Group, likeness, type Persona, type PersonaChannel } from './turns.ts'

const { phones } = words

/** On which channels the person is shown, side by side, and a fresh start. */
export function PhoneBar({ group, shown }: { group: Group; shown: readonly Persona[] }) {
  const show = useShow(group)
  const reset = useReset(group.name, shown)
  const channels = shown.map(({ channel }) => channel)
  const toggle = (channel: PersonaChannel) => {
    const next = channels.includes(channel) ? channels.filter((one) => one !== channel) : [...channels, channel]
    if (next.length > 0) show.mutate(next)
  }
  return (
    <Row justify="space-between" gap="xs" wrap="nowrap">
      <Row gap={4} role="group" aria-label={phones.channels}>
        {personaChannels.map((channel) => (
          <Chip
            key={channel}
            size="xs"
            checked={channels.includes(channel)}
            disabled={show.isPending}
            onChange={() => toggle(channel)}
          >
            {phone.channels[channel]}
          </Chip>
        ))}
      </Row>
      <Tooltip label={phones.reset}>
        <ActionIcon size={28} variant="default" onClick={reset} aria-label={phones.reset}>
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Row>
  )
}

/** Whoever is not on a channel yet is made there, with all that is known of them. */
function useShow({ personas }: Group) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate({ from: '/orgs/$org/agents/$agent/emulator' })
  return useMutation({
    mutationFn: async (channels: readonly PersonaChannel[]) => {
      const missing = channels.filter((channel) => !personas.some((one) => one.channel === channel))
      const made = await Promise.all(
        missing.map((channel) => agent.api.post('/personas', { body: likeness(personas[0] as Persona, channel) })),
      )
      if (made.length > 0) await queries.invalidateQueries({ queryKey: agent.key('personas') })
      return [...personas, ...made].find((one) => one.channel === channels[0])
    },
    onSuccess: (first, [, ...beside]) => {
      navigate({ search: { persona: first?.id, ...(beside.length > 0 && { beside }) } })
    },
    onError: tell.failed,
  })
}

function useReset(name: string, shown: readonly Persona[]): () => Promise<void> {
  const agent = useAgent()
  const queries = useQueryClient()
  const resetting = useMutation({
    mutationFn: () =>
      Promise.all(shown.map(({ id }) => agent.api.post('/personas/{personaId}/_reset', { path: { personaId: id } }))),
    onError: tell.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: agent.key('personas') }),
  })
  return async () => {
    const { resetTitle: title, resetText, resetOk: ok } = phones
    if (await confirm({ title, text: resetText(name), ok, danger: true })) resetting.mutate()
  }
}
