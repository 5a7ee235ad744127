import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { ButtonLink } from '../../../parts/links.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { useOrgs } from '../../../session/orgs.ts'

const { account: said } = words

/** The orgs that one has got into, with a way into each. */
export function MyOrgs() {
  const org = useOrg()
  const { data, error, refetch } = useOrgs()
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {said.orgs}
      </Title>
      {error && <Trouble error={error} retry={refetch} />}
      <Stack gap="xs">
        {data?.map(({ id, name, role }) => (
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
