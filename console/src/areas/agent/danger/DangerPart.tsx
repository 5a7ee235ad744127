import { Alert, Button, Group, List, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { words } from '#words/agent.ts'
import { useAgent, useCan, useOrg } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { PartHead } from '../../../parts/section/PartFrame.tsx'
import { useAgentChanged } from '../../../parts/section/useAgentChanged.ts'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { useDependants } from './useDependants.ts'

const { danger: said } = words

export function DangerPart() {
  const canChange = useCan('editor')
  return (
    <Stack>
      <PartHead title={words.parts.danger} lead={said.lead} />
      {canChange ? (
        <>
          <Rename />
          <Delete />
        </>
      ) : (
        <Alert color="gray" title={said.notYours} />
      )}
    </Stack>
  )
}

function Rename() {
  const agent = useAgent()
  const changed = useAgentChanged()
  const [name, setName] = useState(agent.name)
  const rename = useMutation({
    mutationFn: () => agent.api.patch('', { body: { name } }),
    onSuccess: async () => {
      await changed()
      tell.done(said.renamed)
    },
  })
  const { error } = rename
  const refused = error instanceof Invalid ? error.errors.map(({ message }) => message).join('; ') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={said.rename}>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {said.rename}
        </Title>
        <Text size="sm">{said.renameText(agent.id)}</Text>
        <Group align="flex-end">
          <TextInput
            flex={1}
            label={said.newName}
            value={name}
            error={refused}
            onChange={(event) => {
              setName(event.currentTarget.value)
              rename.reset()
            }}
          />
          <Button type="submit" variant="default" loading={rename.isPending} disabled={name === agent.name}>
            {said.rename}
          </Button>
        </Group>
        {error && !refused && <Trouble error={error} />}
      </Stack>
    </Paper>
  )
}

function Delete() {
  const org = useOrg()
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const dependants = useDependants()
  const remove = useMutation({
    mutationFn: () => agent.api.delete(''),
    onSuccess: async () => {
      await navigate({ to: '/orgs/$org', params: { org: org.id } })
      queries.removeQueries({ queryKey: agent.key() })
      void queries.invalidateQueries({ queryKey: org.key() })
      tell.done(said.deleted(agent.name))
    },
  })
  const ask = async () => {
    const text = (
      <Stack gap="xs">
        <Text>{said.deleteText}</Text>
        <Dependants names={dependants} />
      </Stack>
    )
    const title = said.deleteTitle(agent.name)
    if (await confirm({ title, text, ok: said.delete, danger: true, phrase: agent.id })) remove.mutate()
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={said.delete}>
      <Stack gap="sm" align="flex-start">
        <Title order={3} size="h5">
          {said.delete}
        </Title>
        <Text size="sm">{said.deleteText}</Text>
        <Dependants names={dependants} />
        {remove.error && <Trouble error={remove.error} />}
        <Button color="red" onClick={ask} loading={remove.isPending}>
          {said.deleteAsk}
        </Button>
      </Stack>
    </Paper>
  )
}

function Dependants({ names }: { names: readonly string[] }) {
  return (
    <List size="sm">
      {names.map((name) => (
        <List.Item key={name}>{name}</List.Item>
      ))}
    </List>
  )
}
