import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';

/** Writes what is pending; a broken unique constraint becomes the refusal that goes with its name. */
export async function flush(tx: EntityManager, refusals: Readonly<Record<string, () => Error>>): Promise<void> {
  try {
    await tx.flush();
  } catch (error) {
    const broken = error instanceof UniqueConstraintViolationException && 'constraint' in error && error.constraint;
    const refusal = typeof broken === 'string' ? refusals[broken] : undefined;
    throw refusal ? refusal() : error;
  }
}
