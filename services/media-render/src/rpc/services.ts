import {
  ArtworkServiceService,
  GalleryServiceService,
  PrintFileServiceService,
  ProfileImageServiceService,
  RenderServiceService,
  TemplateImageServiceService,
} from '@estampa/contracts/media/v1/media';
import { implement } from '@estampa/kit/grpc-server';
import { artworks } from './artworks.ts';
import { gallery } from './gallery.ts';
import { printFiles } from './print-files.ts';
import { profileImages } from './profile-images.ts';
import { renders } from './renders.ts';
import { templateImages } from './template-images.ts';

/** Everything that this service answers. */
export const services = [
  implement(ArtworkServiceService, artworks),
  implement(GalleryServiceService, gallery),
  implement(PrintFileServiceService, printFiles),
  implement(ProfileImageServiceService, profileImages),
  implement(RenderServiceService, renders),
  implement(TemplateImageServiceService, templateImages),
];
