import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/outreach.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { tell } from '../../../parts/tell.tsx'
import { PersonaPicker } from '../shared/PersonaPicker.tsx'
import type { OutreachLink } from './link-state.ts'

const { links: said } = words

/** As a tester would use the link, with a persona. */
export function TryLink({ link: { id, label }, onClose }: { link: OutreachLink; onClose: () => void }) {
  const agent = useAgent()
  const navigate = useNavigate()
  const place = usePlace()
  const [personaId, setPersona] = useState<string>()
  const trying = useMutation({
    mutationFn: () =>
      agent.api.post('/outreach-links/{linkId}/redeem', {
        path: { linkId: id },
        body: { personaId: personaId ?? '' },
      }),
    onSuccess: () => {
      tell.done(said.tried)
      void navigate({ to: '/orgs/$org/agents/$agent/emulator', params: place })
    },
  })
  return (
    <Dialog onClose={onClose} title={said.tryTitle(label || said.unlabelled)}>
      <Stack>
        <Text size="sm">{said.tryText}</Text>
        {trying.error && <Refusal error={trying.error} />}
        <PersonaPicker value={personaId} onChange={setPersona} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={!personaId} loading={trying.isPending} onClick={() => trying.mutate()}>
            {said.try}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
