import { ActionIcon, Button, Checkbox, Group, Menu, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useClipboard, useDisclosure } from '@mantine/hooks'
import { channels } from '@parley/amf/channels'
import { Conflict, Invalid } from '@parley/sdk'
import { IconDots, IconPlus, IconStar } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/people.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import type { Person } from '../people-fields.ts'
import type { FilterChannel } from '../people-search.ts'
import { ToneBadge } from '../ToneBadge.tsx'
import { PersonSideCard } from './PersonSideCard.tsx'
import { useInvalidatePerson } from './usePerson.ts'

type IdentityModalProps = { person: Person; opened: boolean; onClose: () => void }
const options = channels.map((value) => ({ value, label: strings.channels[value] ?? value }))

function IdentityModal({ person, opened, onClose }: IdentityModalProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.add}>
      <IdentityForm person={person} onClose={onClose} />
    </Dialog>
  )
}

function IdentityForm({ person, onClose }: Omit<IdentityModalProps, 'opened'>) {
  const { api } = useAgent()
  const changed = useInvalidatePerson(person.id)
  const form = useForm({
    initialValues: { channel: 'rcs' as FilterChannel, address: person.phone ?? '', preferred: false },
  })
  const adding = useMutation({
    mutationFn: ({ preferred, ...given }: typeof form.values) =>
      api.post('/people/{personId}/identities', {
        path: { personId: person.id },
        body: { ...given, ...(preferred && { preferred }) },
      }),
    onSuccess: async () => {
      notify.success(texts.added)
      onClose()
      await changed()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors))
      else if (error instanceof Conflict) form.setErrors({ address: error.message })
      else notify.error(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <Stack>
        <Select label={texts.channel} data={options} allowDeselect={false} {...form.getInputProps('channel')} />
        <TextInput
          label={texts.address}
          description={texts.addressHint}
          required
          data-autofocus
          {...form.getInputProps('address')}
        />
        <Checkbox label={texts.makePreferred} {...form.getInputProps('preferred', { type: 'checkbox' })} />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={adding.isPending}>
            {texts.add}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}

type Identity = Person['identities'][number]
const texts = strings.identities

/** The person's channel identities, the preferred one, and where they opted out. */
export function IdentitiesCard({ person }: { person: Person }) {
  const may = useCan('serve')
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
  const may = useCan('serve')
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
