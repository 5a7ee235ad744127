import { ActionIcon, Chip, Group as Row, Tooltip } from '@mantine/core'
import { type EmulatedChannel, emulatedChannels } from '@parley/amf/channels'
import { IconHeadset, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/emulator.ts'
import { strings as phone } from '#i18n/handset.ts'
import { useAgent, useCan, useRouteIds } from '../../app/current-org.ts'
import { askConfirmation } from '../../components/confirm.tsx'
import { IconLink } from '../../components/links.tsx'
import { notify } from '../../components/notify.tsx'
import { useDeskSettings } from '../desk/desk-data.ts'
import { useSelectPersona } from './emulator-search.ts'
import { copyToChannel, type Persona, type PersonaGroup } from './persona-turns.ts'

const { phones } = strings

/** Chooses the channels shown side by side, and resets the persona. */
export function PhoneBar({ group, personas }: { group: PersonaGroup; personas: readonly Persona[] }) {
  // False for visitors with an emulator link, who may not read the desk.
  const isMember = useCan('viewer')
  const show = useShowChannel(group)
  const reset = useResetPersona(group.name, personas)
  const channels = personas.map(({ channel }) => channel)
  const toggle = (channel: EmulatedChannel) => {
    const next = channels.includes(channel) ? channels.filter((one) => one !== channel) : [...channels, channel]
    if (next.length > 0) show.mutate(next)
  }
  return (
    <Row justify="space-between" gap="xs" wrap="nowrap">
      <Row gap={4} role="group" aria-label={phones.channels}>
        {emulatedChannels.map((channel) => (
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
      <Row gap={4} wrap="nowrap">
        {isMember && <DeskLink userId={personas[0]?.userId} />}
        <Tooltip label={phones.reset}>
          <ActionIcon size={28} variant="default" onClick={reset} aria-label={phones.reset}>
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Row>
    </Row>
  )
}

/** Rehearsals are in no list of the desk, so that this is the way to rehearse it. */
function DeskLink({ userId }: { userId: string | undefined }) {
  const params = useRouteIds()
  const { data: desk } = useDeskSettings()
  if (!desk?.enabled || userId === undefined) return null
  return (
    <Tooltip label={phones.desk}>
      <IconLink
        size={28}
        variant="default"
        to="/orgs/$org/agents/$agent/desk"
        params={params}
        search={{ conversation: userId }}
        aria-label={phones.desk}
      >
        <IconHeadset size={16} aria-hidden />
      </IconLink>
    </Tooltip>
  )
}

/** A persona that does not exist on a channel yet is created there with the same data. */
function useShowChannel({ personas }: PersonaGroup) {
  const agent = useAgent()
  const queries = useQueryClient()
  const select = useSelectPersona()
  return useMutation({
    mutationFn: async (channels: readonly EmulatedChannel[]) => {
      const missing = channels.filter((channel) => !personas.some((one) => one.channel === channel))
      const made = await Promise.all(
        missing.map((channel) => agent.api.post('/personas', { body: copyToChannel(personas[0] as Persona, channel) })),
      )
      if (made.length > 0) await queries.invalidateQueries({ queryKey: agent.key('personas') })
      return [...personas, ...made].find((one) => one.channel === channels[0])
    },
    onSuccess: (first, [, ...beside]) => {
      select({ persona: first?.id, ...(beside.length > 0 && { beside }) })
    },
    onError: notify.error,
  })
}

function useResetPersona(name: string, personas: readonly Persona[]): () => Promise<void> {
  const agent = useAgent()
  const queries = useQueryClient()
  const resetting = useMutation({
    mutationFn: () =>
      Promise.all(
        personas.map(({ id }) => agent.api.post('/personas/{personaId}/_reset', { path: { personaId: id } })),
      ),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: agent.key('personas') }),
  })
  return async () => {
    const { resetTitle: title, resetText, resetOk: ok } = phones
    if (await askConfirmation({ title, text: resetText(name), ok, danger: true })) resetting.mutate()
  }
}
