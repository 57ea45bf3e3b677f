import {
  bareDocument,
  DOCUMENT_LABELS,
  DOCUMENT_TYPES,
  type DocumentRules,
  type DocumentType,
  isValidDocument,
} from '@estampa/kernel/document';
import { invalidField } from './rejections.ts';

export type Document = { documentType?: DocumentType | null; documentNumber?: string | null };

/** A member that is absent was not sent; null clears it. */
export type DocumentChange = { documentType?: string | null; documentNumber?: string | null };

const SHOWN_CHARACTERS = 2;

/** The document after a change. A number needs its type, and must fit it. */
export function changeDocument(current: Document, change: DocumentChange, rules: DocumentRules): Document {
  if (change.documentType === undefined && change.documentNumber === undefined) return current;
  if (typeof change.documentNumber === 'string' && !change.documentType)
    throw invalidField('documentType', 'required', 'is required when documentNumber is sent');

  const type = change.documentType == null ? change.documentType : readType(change.documentType);
  if (change.documentNumber === null) return { documentType: type ?? null, documentNumber: null };
  const documentType = type === undefined ? current.documentType : type;
  const number = change.documentNumber ?? current.documentNumber ?? null;
  if (number === null) return { documentType, documentNumber: null };
  if (!documentType) throw invalidField('documentType', 'required', 'cannot be cleared while documentNumber is kept');
  return { documentType, documentNumber: readNumber(documentType, number, rules) };
}

/** All but the last two characters hidden. */
export const maskDocument = (number: string): string => number.slice(-SHOWN_CHARACTERS).padStart(number.length, '*');

function readType(type: string): DocumentType {
  const known = DOCUMENT_TYPES.find((candidate) => candidate === type);
  if (!known) throw invalidField('documentType', 'invalid_value', `must be one of ${DOCUMENT_TYPES.join(', ')}`);
  return known;
}

function readNumber(type: DocumentType, text: string, rules: DocumentRules): string {
  const number = bareDocument(text);
  if (!isValidDocument(type, number, rules))
    throw invalidField('documentNumber', 'invalid_document', `is not a valid ${DOCUMENT_LABELS[type]}`);
  return number;
}
