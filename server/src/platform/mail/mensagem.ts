/** A letter as the features write it. */
export interface Mensagem {
  para: string;
  assunto: string;
  /** Plain text; the only form, so it reads alike everywhere. */
  texto: string;
  responderA?: string;
  /** After this it is not worth sending any more; a week unless said. */
  expiraEm?: Date;
}
