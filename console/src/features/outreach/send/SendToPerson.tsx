import { Select, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useState } from 'react'
import { strings } from '#i18n/outreach.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import { useOutreaches } from '../shared/outreach-config.ts'
import { personNameOf } from '../shared/PersonPicker.tsx'
import { SendForm } from './SendForm.tsx'

const { send } = strings
type Props = { person: Schema<'Person'>; onClose: () => void }

export function SendToPerson({ person, onClose }: Props) {
  const on = useOutreaches().data?.filter(({ enabled }) => enabled)
  const [chosen, setChosen] = useState<string | null>(null)
  const outreach = on?.find(({ id }) => id === chosen) ?? (on?.length === 1 ? on[0] : undefined)
  return (
    <Dialog onClose={onClose} title={send.toPerson(personNameOf(person))} size="xl">
      {!on && <Loading />}
      {on?.length === 0 && <NoOutreachEnabled />}
      {on && on.length > 0 && (
        <Stack>
          <Select
            label={send.outreach}
            data={on.map(({ id, name }) => ({ value: id, label: name }))}
            value={outreach?.id ?? null}
            onChange={setChosen}
            allowDeselect={false}
            searchable
          />
          {outreach && <SendForm key={outreach.id} outreach={outreach} to={person} onClose={onClose} />}
        </Stack>
      )}
    </Dialog>
  )
}

function NoOutreachEnabled() {
  const routeIds = useRouteIds()
  return (
    <Stack align="flex-start">
      <Text size="sm">{send.noneOn}</Text>
      <ButtonLink to="/orgs/$org/agents/$agent/outreach" params={routeIds}>
        {send.toOutreach}
      </ButtonLink>
    </Stack>
  )
}
