import { ActionIcon, Button, Group, Menu, Stack, Text, Tooltip } from '@mantine/core'
import { useClipboard, useDisclosure } from '@mantine/hooks'
import { IconDots, IconPlus, IconStar } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/people.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import type { Person } from '../display-name.ts'
import { ToneBadge } from '../ToneBadge.tsx'
import { IdentityModal } from './IdentityModal.tsx'
import { PersonSideCard } from './PersonSideCard.tsx'
import { useInvalidatePerson } from './usePerson.ts'

type Identity = Person['identities'][number]
const texts = strings.identities

/** How channels know this person, which of them is preferred, and where they said STOP. */
export function IdentitiesCard({ person }: { person: Person }) {
  const may = useCan('editor')
  const [adding, { open, close }] = useDisclosure()
  const add = may && (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={texts.add}
      onClick={open}
    >
      {texts.addShort}
    </Button>
  )
  return (
    <PersonSideCard title={texts.title} action={add}>
      {person.identities.length === 0 && (
        <Text size="sm" className="quiet">
          {texts.none}
        </Text>
      )}
      <Stack gap="xs">
        {person.identities.map((identity) => (
          <IdentityRow key={identity.asid} person={person} identity={identity} />
        ))}
      </Stack>
      <IdentityModal person={person} opened={adding} onClose={close} />
    </PersonSideCard>
  )
}

function IdentityRow({ person, identity }: { person: Person; identity: Identity }) {
  const { channel, preferred, optedOut } = identity
  const may = useCan('editor')
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Group gap={6} mih={28}>
        <Text size="sm" fw={500}>
          {channelName(channel)}
        </Text>
        {preferred && (
          <ToneBadge tone="harbour" leftSection={<IconStar size={10} aria-hidden />}>
            {texts.preferred}
          </ToneBadge>
        )}
        {optedOut && (
          <Tooltip label={texts.optedOutHint} multiline w={240}>
            <ToneBadge tone="red" tabIndex={0}>
              {texts.optedOut}
            </ToneBadge>
          </Tooltip>
        )}
      </Group>
      {may && <IdentityMenu person={person} identity={identity} />}
    </Group>
  )
}

function IdentityMenu({ person, identity: { asid, channel, preferred } }: { person: Person; identity: Identity }) {
  const { api } = useAgent()
  const changed = useInvalidatePerson(person.id)
  const clipboard = useClipboard()
  const path = { personId: person.id, asid }
  const name = channelName(channel)
  const acting = useMutation({
    mutationFn: async (verb: 'prefer' | 'remove') => {
      const at = '/people/{personId}/identities/{asid}'
      if (verb === 'prefer') await api.patch(at, { path, body: { preferred: true } })
      else await api.delete(at, { path })
      notify.success(verb === 'prefer' ? texts.nowPreferred(name) : texts.removed)
    },
    onSuccess: changed,
    onError: notify.error,
  })
  const remove = async () => {
    const question = { title: texts.removeTitle(name), text: texts.removeText, ok: texts.remove }
    if (await askConfirmation({ ...question, danger: true })) acting.mutate('remove')
  }
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={texts.menu(name)} loading={acting.isPending}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => clipboard.copy(asid)}>{texts.copyId}</Menu.Item>
        {!preferred && <Menu.Item onClick={() => acting.mutate('prefer')}>{texts.prefer}</Menu.Item>}
        <Menu.Item color="red" onClick={remove}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
