import { Select, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useState } from 'react'
import { words } from '#words/outreach.ts'
import { usePlace } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { useOutreaches } from '../shared/configuration.ts'
import { nameOf } from '../shared/PersonName.tsx'
import { SendForm } from './SendForm.tsx'

const { send } = words
type Given = { person: Schema<'Person'>; onClose: () => void }

/** An Outreach to somebody whose page is open. */
export function SendToPerson({ person, onClose }: Given) {
  const on = useOutreaches().data?.filter(({ enabled }) => enabled)
  const [chosen, setChosen] = useState<string | null>(null)
  const outreach = on?.find(({ id }) => id === chosen) ?? (on?.length === 1 ? on[0] : undefined)
  return (
    <Dialog onClose={onClose} title={send.toPerson(nameOf(person))} size="xl">
      {!on && <Loading />}
      {on?.length === 0 && <NoneOn />}
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

function NoneOn() {
  const place = usePlace()
  return (
    <Stack align="flex-start">
      <Text size="sm">{send.noneOn}</Text>
      <ButtonLink to="/orgs/$org/agents/$agent/outreach" params={place}>
        {send.toOutreach}
      </ButtonLink>
    </Stack>
  )
}
