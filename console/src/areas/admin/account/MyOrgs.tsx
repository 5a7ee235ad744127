import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { parleyFor } from '../../../api/client.ts'
import { useOrg } from '../../../app/org.ts'
import { ButtonLink } from '../../../parts/links.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'

const { account: said } = words

/** The orgs of the account, with a way into each. */
export function MyOrgs() {
  const org = useOrg()
  const { data, error, refetch } = useQuery({
    queryKey: ['orgs'],
    queryFn: ({ signal }) => parleyFor(org.id).get('/auth/orgs', { signal }),
  })
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {said.orgs}
      </Title>
      {error && <Trouble error={error} retry={refetch} />}
      <Stack gap="xs">
        {data?.data.map(({ id, name, role }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text size="sm" fw={500}>
                {name}
              </Text>
              <Text size="xs" className="quiet">
                {words.roles[role].name}
              </Text>
            </div>
            {id === org.id ? (
              <Text size="sm" className="quiet">
                {said.here}
              </Text>
            ) : (
              <ButtonLink size="xs" variant="default" to="/orgs/$org" params={{ org: id }}>
                {said.switchTo}
              </ButtonLink>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
