insert into artwork (deleted, fact, id, version) overriding system value select deleted, fact, id, version from json_populate_recordset(null::artwork, $rows$[
{"deleted":false,"fact":{"artwork": {"id": "01a21cf3-27ee-77a3-98a3-8037431bfa88", "slug": "test-artwork", "title": "Test artwork", "format": "png", "status": "active", "version": 1, "widthPx": 300, "heightPx": 400, "createdAt": "2026-11-27T12:20:28.609Z", "sizeBytes": 3320, "updatedAt": "2026-11-27T12:20:28.609Z", "previewKey": "public/sellers/01a21cf3-13a4-7575-83a6-d041bdf02809/artworks/01a21cf3-27ee-77a3-98a3-8037431bfa88/preview/v1.webp", "contentHash": "bde4a2d0f91beb9960d67797554a747660d8e2e314cef6af42e9325641a2cff6", "dominantColor": "#C03028", "sellerProfileId": "01a21cf3-13a4-7575-83a6-d041bdf02809"}, "version": 1},"id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","version":1}
]$rows$);
insert into change_mark (shard, value) overriding system value select shard, value from json_populate_recordset(null::change_mark, $rows$[
{"shard":0,"value":0},
{"shard":1,"value":0},
{"shard":10,"value":0},
{"shard":11,"value":0},
{"shard":12,"value":0},
{"shard":13,"value":0},
{"shard":14,"value":0},
{"shard":15,"value":0},
{"shard":2,"value":0},
{"shard":3,"value":0},
{"shard":4,"value":0},
{"shard":5,"value":0},
{"shard":6,"value":0},
{"shard":7,"value":0},
{"shard":8,"value":0},
{"shard":9,"value":0}
]$rows$);
insert into follow (created_at, id, seller_profile_id, user_id) overriding system value select created_at, id, seller_profile_id, user_id from json_populate_recordset(null::follow, $rows$[
{"created_at":"2026-11-27T12:20:46.938+00:00","id":"01a21cf3-74da-77c2-8b6b-cb7267c3c013","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","user_id":"01a21cf3-107f-7604-8924-9f328fc72a4e"}
]$rows$);
insert into gallery (deleted, fact, seller_product_id, version) overriding system value select deleted, fact, seller_product_id, version from json_populate_recordset(null::gallery, $rows$[
{"deleted":false,"fact":{"images": [{"id": "01a21cf3-7565-7560-b304-cc2ee8f66280", "altText": "Example", "imageKey": "public/sellers/01a21cf3-13a4-7575-83a6-d041bdf02809/products/01a21cf3-3027-7173-a177-5d53dfb20b42/images/01a21cf3-7565-7560-b304-cc2ee8f66280.webp", "createdAt": "2026-11-27T12:20:47.133Z", "sellerProductId": "01a21cf3-3027-7173-a177-5d53dfb20b42"}], "version": 1, "sellerProductId": "01a21cf3-3027-7173-a177-5d53dfb20b42", "sellerProfileId": "01a21cf3-13a4-7575-83a6-d041bdf02809"},"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","version":1}
]$rows$);
insert into idempotency_key (body_mac, claim, claimed_until, created_at, key_digest, outcome, share) overriding system value select body_mac, claim, claimed_until, created_at, key_digest, outcome, share from json_populate_recordset(null::idempotency_key, $rows$[
{"body_mac":"fc4b59158b777b50898bc39900866d2aa898a1f2654b4fa3429704ce1a71569f","claim":"0c8a5f00-9a97-4e99-872e-b0d3f0e72e44","claimed_until":"2026-11-27T12:20:46.868327+00:00","created_at":"2026-11-27T12:20:46.868327+00:00","key_digest":"7792035ff0eb623b98ad8459d84130ee24fbf65b15156f76df5161e7123f2a22","outcome":"\\xe3c4925da8bf66edbdea7fefe361e230e8333cc6a03d60ac536c9ba31c77a996c47fe085bc7aa3f0e904cc8c79e94aeb3ebfef1769f4480bae0e9693ca8fc91536f7b586530c21a4d982eb43fb39686dd84229","share":null},
{"body_mac":"ff823dac8968d53b0636eebb63c2c213dfc05f78da0f6efb00580baae613d07f","claim":"0815d25d-8512-4311-8cd3-78c4737d6c8d","claimed_until":"2026-11-27T12:20:46.927144+00:00","created_at":"2026-11-27T12:20:46.927144+00:00","key_digest":"bdd3212d83d27a7af36b2baec3b9a53b996ed1b358a1fa96bc5db401c89ced96","outcome":"\\x4e8783c16f2797f15a6177901a9e95cca131f67a82d15c109d7763a5a7c3ce1f7610c8a397cb92f7ea8c313d2d1cd60fdf3595c3415e4c8e59f200cb41bbab5efc1e72417a1aa425094e0d5ce6b9445bbb5237","share":null}
]$rows$);
insert into inbox (applied_at, event_id, state) overriding system value select applied_at, event_id, state from json_populate_recordset(null::inbox, $rows$[
{"applied_at":"2026-11-27T12:20:21.831281+00:00","event_id":"01a21cf3-1203-72ee-8c42-5659549e9e90","state":"applied"},
{"applied_at":"2026-11-27T12:20:22.097569+00:00","event_id":"01a21cf3-13a1-77a6-95dc-54551371a988","state":"applied"},
{"applied_at":"2026-11-27T12:20:22.151577+00:00","event_id":"01a21cf3-13ad-73a9-9b78-9919e5492cb6","state":"applied"},
{"applied_at":"2026-11-27T12:20:22.277395+00:00","event_id":"01a21cf3-145c-7223-83eb-1d78ada380d1","state":"applied"},
{"applied_at":"2026-11-27T12:20:22.505745+00:00","event_id":"01a21cf3-1525-7595-9f26-c59cf2e1a330","state":"applied"},
{"applied_at":"2026-11-27T12:20:22.55551+00:00","event_id":"01a21cf3-156f-72fa-a37c-4c527e8b9dcb","state":"applied"},
{"applied_at":"2026-11-27T12:20:23.019005+00:00","event_id":"01a21cf3-1737-708e-9d54-140bcf91dcb0","state":"applied"},
{"applied_at":"2026-11-27T12:20:24.841493+00:00","event_id":"01a21cf3-1dfb-70ec-81df-04bc35975b60","state":"applied"},
{"applied_at":"2026-11-27T12:20:25.831304+00:00","event_id":"01a21cf3-21ef-748b-a437-74bcbab82b50","state":"applied"},
{"applied_at":"2026-11-27T12:20:26.440525+00:00","event_id":"01a21cf3-24b0-7455-ad4c-62505c7602d5","state":"applied"},
{"applied_at":"2026-11-27T12:20:27.110898+00:00","event_id":"01a21cf3-26de-7192-88a3-ac747abf5d29","state":"applied"},
{"applied_at":"2026-11-27T12:20:29.115021+00:00","event_id":"01a21cf3-2e76-7335-8dbe-2b6af99a688f","state":"applied"},
{"applied_at":"2026-11-27T12:20:29.429612+00:00","event_id":"01a21cf3-302f-7631-af33-e65db99eff78","state":"applied"},
{"applied_at":"2026-11-27T12:20:30.735579+00:00","event_id":"01a21cf3-3577-76cf-91ae-55a6392bd52e","state":"applied"},
{"applied_at":"2026-11-27T12:20:31.102424+00:00","event_id":"01a21cf3-36de-72e5-8d30-26756629568b","state":"applied"},
{"applied_at":"2026-11-27T12:20:31.144717+00:00","event_id":"01a21cf3-370e-71ac-997c-6d6db382a161","state":"applied"},
{"applied_at":"2026-11-27T12:20:31.712326+00:00","event_id":"01a21cf3-38b7-72fc-b69b-3ade73cab2a5","state":"applied"},
{"applied_at":"2026-11-27T12:20:32.070033+00:00","event_id":"01a21cf3-3a62-74a5-9717-71dc1769ef51","state":"applied"},
{"applied_at":"2026-11-27T12:20:34.011186+00:00","event_id":"01a21cf3-4184-70ea-ba38-ba5bd5004f05","state":"applied"},
{"applied_at":"2026-11-27T12:20:36.358197+00:00","event_id":"01a21cf3-4b56-738b-b6a0-2e0169d4aa67","state":"applied"},
{"applied_at":"2026-11-27T12:20:37.23789+00:00","event_id":"01a21cf3-4e9f-75cc-bf3b-7469e591441b","state":"applied"},
{"applied_at":"2026-11-27T12:20:37.405826+00:00","event_id":"01a21cf3-4f21-77da-ab6c-24591c1ff31a","state":"applied"},
{"applied_at":"2026-11-27T12:20:38.331564+00:00","event_id":"01a21cf3-52f8-74f1-b21d-e3cac869bb4d","state":"applied"},
{"applied_at":"2026-11-27T12:20:39.528345+00:00","event_id":"01a21cf3-57bd-70c6-b894-6465343a38e2","state":"applied"},
{"applied_at":"2026-11-27T12:20:39.601626+00:00","event_id":"01a21cf3-5806-700e-b3d5-df716791fce8","state":"applied"},
{"applied_at":"2026-11-27T12:20:39.980101+00:00","event_id":"01a21cf3-5987-7453-859b-bb709a41425a","state":"applied"},
{"applied_at":"2026-11-27T12:20:40.254346+00:00","event_id":"01a21cf3-5a8a-704d-a4fa-625d70e789b2","state":"applied"},
{"applied_at":"2026-11-27T12:20:40.993146+00:00","event_id":"01a21cf3-5d87-72cf-a4e3-83e1466900af","state":"applied"},
{"applied_at":"2026-11-27T12:20:41.274253+00:00","event_id":"01a21cf3-5ea2-765c-9f54-7eea9a8d14e8","state":"applied"},
{"applied_at":"2026-11-27T12:20:42.341982+00:00","event_id":"01a21cf3-62ab-7074-94f9-47b49c63cbcf","state":"applied"},
{"applied_at":"2026-11-27T12:20:44.518316+00:00","event_id":"01a21cf3-6b4e-722d-8483-48738ae566f6","state":"applied"},
{"applied_at":"2026-11-27T12:20:45.828605+00:00","event_id":"01a21cf3-705b-72f1-bd48-67643489aece","state":"applied"},
{"applied_at":"2026-11-27T12:20:47.177537+00:00","event_id":"01a21cf3-75a6-754a-98bb-b8b053b00392","state":"applied"}
]$rows$);
insert into page_change (made_at, names, xid) overriding system value select made_at, names, xid from json_populate_recordset(null::page_change, $rows$[
{"made_at":"2026-11-27T12:20:22.163789+00:00","names":["store:01a21cf3-13a4-7575-83a6-d041bdf02809","store:test-seller","seller:01a21cf3-13a4-7575-83a6-d041bdf02809"],"xid":"1023"},
{"made_at":"2026-11-27T12:20:22.570148+00:00","names":["store:01a21cf3-13a4-7575-83a6-d041bdf02809","store:released-shop","seller:01a21cf3-13a4-7575-83a6-d041bdf02809"],"xid":"1037"},
{"made_at":"2026-11-27T12:20:29.155794+00:00","names":["artwork:01a21cf3-27ee-77a3-98a3-8037431bfa88"],"xid":"1092"},
{"made_at":"2026-11-27T12:20:31.119429+00:00","names":["store:01a21cf3-13a4-7575-83a6-d041bdf02809","store:released-shop","seller:01a21cf3-13a4-7575-83a6-d041bdf02809","home"],"xid":"1110"},
{"made_at":"2026-11-27T12:20:31.168023+00:00","names":["cards:01a21cf3-13a4-7575-83a6-d041bdf02809","home","item:01a21cf3-3027-7173-a177-5d53dfb20b42","product:01a21cf3-13a4-7575-83a6-d041bdf02809/01a21cf3-3027-7173-a177-5d53dfb20b42","product:01a21cf3-13a4-7575-83a6-d041bdf02809/test-shirt"],"xid":"1112"},
{"made_at":"2026-11-27T12:20:31.758905+00:00","names":["store:01a21cf3-38b7-72fc-b69b-37346f9c8642","store:other-seller","seller:01a21cf3-38b7-72fc-b69b-37346f9c8642"],"xid":"1128"},
{"made_at":"2026-11-27T12:20:32.123685+00:00","names":["store:01a21cf3-38b7-72fc-b69b-37346f9c8642","store:other-shop","seller:01a21cf3-38b7-72fc-b69b-37346f9c8642"],"xid":"1136"},
{"made_at":"2026-11-27T12:20:34.038313+00:00","names":["home"],"xid":"1149"},
{"made_at":"2026-11-27T12:20:36.372697+00:00","names":["home"],"xid":"1183"},
{"made_at":"2026-11-27T12:20:38.34535+00:00","names":["home"],"xid":"1233"},
{"made_at":"2026-11-27T12:20:39.617346+00:00","names":["home"],"xid":"1262"},
{"made_at":"2026-11-27T12:20:40.26244+00:00","names":["home"],"xid":"1297"},
{"made_at":"2026-11-27T12:20:41.309859+00:00","names":["home"],"xid":"1334"},
{"made_at":"2026-11-27T12:20:42.378393+00:00","names":["home"],"xid":"1368"},
{"made_at":"2026-11-27T12:20:44.524041+00:00","names":["home"],"xid":"1412"},
{"made_at":"2026-11-27T12:20:45.83083+00:00","names":["home"],"xid":"1467"},
{"made_at":"2026-11-27T12:20:46.880928+00:00","names":["cards:01a21cf3-13a4-7575-83a6-d041bdf02809","product:01a21cf3-13a4-7575-83a6-d041bdf02809/01a21cf3-3027-7173-a177-5d53dfb20b42","product:01a21cf3-13a4-7575-83a6-d041bdf02809/test-shirt","store:01a21cf3-13a4-7575-83a6-d041bdf02809","store:released-shop"],"xid":"1508"},
{"made_at":"2026-11-27T12:20:46.949219+00:00","names":["store:01a21cf3-13a4-7575-83a6-d041bdf02809","store:released-shop"],"xid":"1509"},
{"made_at":"2026-11-27T12:20:47.194015+00:00","names":["cards:01a21cf3-13a4-7575-83a6-d041bdf02809","item:01a21cf3-3027-7173-a177-5d53dfb20b42","product:01a21cf3-13a4-7575-83a6-d041bdf02809/01a21cf3-3027-7173-a177-5d53dfb20b42","product:01a21cf3-13a4-7575-83a6-d041bdf02809/test-shirt"],"xid":"1514"}
]$rows$);
insert into page_change_epoch (id, is_the_one) overriding system value select id, is_the_one from json_populate_recordset(null::page_change_epoch, $rows$[
{"id":"82367b18-f059-4912-ba48-257014af7d79","is_the_one":true}
]$rows$);
insert into product_count (created_at, id, is_archived, is_listed, likes_count, search_text, seller_profile_id) overriding system value select created_at, id, is_archived, is_listed, likes_count, search_text, seller_profile_id from json_populate_recordset(null::product_count, $rows$[
{"created_at":"2026-11-27T12:20:29.351+00:00","id":"01a21cf3-3027-7173-a177-5d53dfb20b42","is_archived":false,"is_listed":true,"likes_count":1,"search_text":"shirt test-shirt camiseta test store","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809"}
]$rows$);
insert into product_like (created_at, id, seller_product_id, user_id) overriding system value select created_at, id, seller_product_id, user_id from json_populate_recordset(null::product_like, $rows$[
{"created_at":"2026-11-27T12:20:46.875+00:00","id":"01a21cf3-749b-7395-b10b-5ef42b26f9b0","seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","user_id":"01a21cf3-107f-7604-8924-9f328fc72a4e"}
]$rows$);
insert into product_type (fact, id, version) overriding system value select fact, id, version from json_populate_recordset(null::product_type, $rows$[
{"fact":{"assets": [{"id": "01a21cf3-1391-72cf-9dc0-ce688d864ca6", "key": "size", "value": "P", "labelPt": "Tamanho P", "isActive": true, "createdAt": "2026-11-27T12:20:22.033Z", "keyLabelPt": "Tamanho", "productTypeId": "01a21cf3-11c5-76ee-9c12-b3f5abe1ac73"}, {"id": "01a21cf3-1392-741b-9fd3-9309e5e2dd43", "key": "size", "value": "M", "labelPt": "Tamanho M", "isActive": true, "createdAt": "2026-11-27T12:20:22.033Z", "keyLabelPt": "Tamanho", "productTypeId": "01a21cf3-11c5-76ee-9c12-b3f5abe1ac73"}, {"id": "01a21cf3-1392-741b-9fd3-95b71f4b3f87", "key": "size", "value": "G", "labelPt": "Tamanho G", "isActive": true, "createdAt": "2026-11-27T12:20:22.033Z", "keyLabelPt": "Tamanho", "productTypeId": "01a21cf3-11c5-76ee-9c12-b3f5abe1ac73"}, {"id": "01a21cf3-1392-741b-9fd3-9bc50516f762", "key": "fabric", "value": "algodao", "labelPt": "Algodão", "isActive": true, "createdAt": "2026-11-27T12:20:22.033Z", "keyLabelPt": "Tecido", "productTypeId": "01a21cf3-11c5-76ee-9c12-b3f5abe1ac73"}], "options": [{"id": "01a21cf3-144a-7235-8fd2-222e3da93a44", "key": "color", "values": [{"id": "01a21cf3-144a-7235-8fd2-2673e4154e24", "value": "white", "labelPt": "Branca", "hexColor": "#F4F2EC", "isActive": true}, {"id": "01a21cf3-144a-7235-8fd2-29b927195a81", "value": "navy", "labelPt": "Azul-marinho", "hexColor": "#1F2A44", "isActive": true}], "labelEn": "Color", "labelPt": "Cor", "isActive": true, "required": true, "createdAt": "2026-11-27T12:20:22.218Z", "inputType": "color_picker", "productTypeId": "01a21cf3-11c5-76ee-9c12-b3f5abe1ac73", "displayBehavior": "filter"}], "version": 3, "productType": {"id": "01a21cf3-11c5-76ee-9c12-b3f5abe1ac73", "name": "Camiseta", "slug": "released-shop-camiseta", "isActive": true, "createdAt": "2026-11-27T12:20:21.581Z", "description": "Camiseta de algodão (dados de demonstração)", "platformFeeBasisPoints": 1250, "artistRoyaltyBasisPoints": 6000}},"id":"01a21cf3-11c5-76ee-9c12-b3f5abe1ac73","version":3}
]$rows$);
insert into product_variant (fact, id, product_type_id, version) overriding system value select fact, id, product_type_id, version from json_populate_recordset(null::product_variant, $rows$[
{"fact":{"id": "01a21cf3-1521-700d-bfcc-43d56b7f4445", "assets": {"size": "P", "fabric": "algodao"}, "isActive": true},"id":"01a21cf3-1521-700d-bfcc-43d56b7f4445","product_type_id":"01a21cf3-11c5-76ee-9c12-b3f5abe1ac73","version":4},
{"fact":{"id": "01a21cf3-1521-700d-bfcc-47fe47f4716c", "assets": {"size": "M", "fabric": "algodao"}, "isActive": true},"id":"01a21cf3-1521-700d-bfcc-47fe47f4716c","product_type_id":"01a21cf3-11c5-76ee-9c12-b3f5abe1ac73","version":4},
{"fact":{"id": "01a21cf3-1521-700d-bfcc-4919a928a672", "assets": {"size": "G", "fabric": "algodao"}, "isActive": true},"id":"01a21cf3-1521-700d-bfcc-4919a928a672","product_type_id":"01a21cf3-11c5-76ee-9c12-b3f5abe1ac73","version":4}
]$rows$);
insert into render (artwork_id, deleted, fact, template_id, version) overriding system value select artwork_id, deleted, fact, template_id, version from json_populate_recordset(null::render, $rows$[
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","deleted":false,"fact":{"render": {"id": "01a21cf3-318d-773c-b32f-1e69516d8061", "status": "rendered", "options": {"values": {"color": "navy"}}, "widthPx": 600, "heightPx": 800, "imageKey": "public/sellers/01a21cf3-13a4-7575-83a6-d041bdf02809/artworks/01a21cf3-27ee-77a3-98a3-8037431bfa88/renders/front/v1/09d0744725e89df7.webp?v=e23a2358926410e0", "artworkId": "01a21cf3-27ee-77a3-98a3-8037431bfa88", "createdAt": "2026-11-27T12:20:30.710Z", "placement": {"x": 150, "y": 200, "scale": 1, "artworkId": "01a21cf3-27ee-77a3-98a3-8037431bfa88", "updatedAt": "2026-11-27T12:20:29.709Z", "templateId": "front"}, "printArea": {"bounds": {"x": 150, "y": 200, "width": 300, "height": 400}}, "templateId": "front", "artworkVersion": 1}, "version": 1},"template_id":"front","version":1}
]$rows$);
insert into sale (artwork_id, order_id, quantity, seller_product_id, seller_profile_id, sold_on, told_at, version) overriding system value select artwork_id, order_id, quantity, seller_product_id, seller_profile_id, sold_on, told_at, version from json_populate_recordset(null::sale, $rows$[
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-4041-7252-8aef-6b167ad699d0","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":"2026-11-27","told_at":"2026-11-27T12:20:34.011186+00:00","version":2},
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-4a64-74a0-b7de-0b7afdfabb5a","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":"2026-11-27","told_at":"2026-11-27T12:20:37.405826+00:00","version":4},
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-522f-7022-9f57-70555a0b9de4","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":null,"told_at":"2026-11-27T12:20:39.601626+00:00","version":4},
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-58f3-7791-b572-d3d664c771d9","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":null,"told_at":"2026-11-27T12:20:39.980101+00:00","version":2},
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-5a1c-73ac-8d0b-1fad53bba189","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":"2026-11-27","told_at":"2026-11-27T12:20:40.993146+00:00","version":3},
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-5e09-7770-849f-429616b3cc2e","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":"2026-11-27","told_at":"2026-11-27T12:20:41.274253+00:00","version":2},
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-622b-7390-aa9d-df43046d4263","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":"2026-11-27","told_at":"2026-11-27T12:20:42.341982+00:00","version":2},
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-6a7b-761d-914c-cc4f23f3f772","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":"2026-11-27","told_at":"2026-11-27T12:20:44.518316+00:00","version":2},
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","order_id":"01a21cf3-7010-752b-9ade-a746fd48ddfc","quantity":1,"seller_product_id":"01a21cf3-3027-7173-a177-5d53dfb20b42","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","sold_on":"2026-11-27","told_at":"2026-11-27T12:20:45.828605+00:00","version":2}
]$rows$);
insert into sales_count (id, kind, recent, total) overriding system value select id, kind, recent, total from json_populate_recordset(null::sales_count, $rows$[
{"id":"01a21cf3-13a4-7575-83a6-d041bdf02809","kind":"store","recent":7,"total":7},
{"id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","kind":"artwork","recent":7,"total":7},
{"id":"01a21cf3-3027-7173-a177-5d53dfb20b42","kind":"product","recent":7,"total":7}
]$rows$);
insert into sales_window (is_the_one, since) overriding system value select is_the_one, since from json_populate_recordset(null::sales_window, $rows$[
{"is_the_one":true,"since":"2026-10-28"}
]$rows$);
insert into seller_product (artwork_id, deleted, fact, id, product_type_id, version) overriding system value select artwork_id, deleted, fact, id, product_type_id, version from json_populate_recordset(null::seller_product, $rows$[
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","deleted":false,"fact":{"version": 2, "sellerProduct": {"id": "01a21cf3-3027-7173-a177-5d53dfb20b42", "slug": "test-shirt", "title": "Shirt test-shirt", "status": "active", "variants": [{"id": "01a21cf3-302f-7631-af33-dba127bdc2f7", "isActive": true, "priceCents": 8990, "productVariantId": "01a21cf3-1521-700d-bfcc-43d56b7f4445"}, {"id": "01a21cf3-302f-7631-af33-dcba229cc569", "isActive": true, "priceCents": 8990, "productVariantId": "01a21cf3-1521-700d-bfcc-47fe47f4716c"}, {"id": "01a21cf3-302f-7631-af33-e29720edd980", "isActive": true, "priceCents": 8990, "productVariantId": "01a21cf3-1521-700d-bfcc-4919a928a672"}], "artworkId": "01a21cf3-27ee-77a3-98a3-8037431bfa88", "createdAt": "2026-11-27T12:20:29.351Z", "updatedAt": "2026-11-27T12:20:31.118Z", "description": "Produto de demonstração.", "publishedAt": "2026-11-27T12:20:31.117Z", "productTypeId": "01a21cf3-11c5-76ee-9c12-b3f5abe1ac73", "sellerProfileId": "01a21cf3-13a4-7575-83a6-d041bdf02809"}},"id":"01a21cf3-3027-7173-a177-5d53dfb20b42","product_type_id":"01a21cf3-11c5-76ee-9c12-b3f5abe1ac73","version":2}
]$rows$);
insert into store (artist_name, avatar_key, fact, followers_count, following_count, id, is_hidden, is_published, likes_received_count, search_text, slug, store_name, updated_at, user_id, version) overriding system value select artist_name, avatar_key, fact, followers_count, following_count, id, is_hidden, is_published, likes_received_count, search_text, slug, store_name, updated_at, user_id, version from json_populate_recordset(null::store, $rows$[
{"artist_name":"Other Store","avatar_key":null,"fact":{"profile": {"id": "01a21cf3-38b7-72fc-b69b-37346f9c8642", "active": true, "userId": "01a21cf3-388c-76d9-89ea-058a759d02dd", "createdAt": "2026-11-27T12:20:31.489Z", "storeName": "Other Store", "storeSlug": "other-shop", "updatedAt": "2026-11-27T12:20:31.970Z", "storeStatus": "unpublished", "onboardingStatus": "pending"}, "version": 2},"followers_count":0,"following_count":0,"id":"01a21cf3-38b7-72fc-b69b-37346f9c8642","is_hidden":false,"is_published":false,"likes_received_count":0,"search_text":"other store other store","slug":"other-shop","store_name":"Other Store","updated_at":"2026-11-27T12:20:31.97+00:00","user_id":"01a21cf3-388c-76d9-89ea-058a759d02dd","version":2},
{"artist_name":"Test Store","avatar_key":null,"fact":{"profile": {"id": "01a21cf3-13a4-7575-83a6-d041bdf02809", "active": true, "userId": "01a21cf3-1369-70e4-a4aa-c10af6f9b331", "createdAt": "2026-11-27T12:20:21.979Z", "storeName": "Test Store", "storeSlug": "released-shop", "updatedAt": "2026-11-27T12:20:31.070Z", "storeStatus": "published", "onboardingStatus": "pending"}, "version": 3},"followers_count":1,"following_count":0,"id":"01a21cf3-13a4-7575-83a6-d041bdf02809","is_hidden":false,"is_published":true,"likes_received_count":1,"search_text":"test store test store","slug":"released-shop","store_name":"Test Store","updated_at":"2026-11-27T12:20:31.07+00:00","user_id":"01a21cf3-1369-70e4-a4aa-c10af6f9b331","version":3}
]$rows$);
insert into store_product (artwork_id, created_at, id, is_archived, is_listed, likes_count, max_price_cents, min_price_cents, page_head, page_skus, page_tail, product_type_id, product_type_name, product_type_slug, search_text, seller_profile_id, slug, thumbnail_key, title) overriding system value select artwork_id, created_at, id, is_archived, is_listed, likes_count, max_price_cents, min_price_cents, page_head, page_skus, page_tail, product_type_id, product_type_name, product_type_slug, search_text, seller_profile_id, slug, thumbnail_key, title from json_populate_recordset(null::store_product, $rows$[
{"artwork_id":"01a21cf3-27ee-77a3-98a3-8037431bfa88","created_at":"2026-11-27T12:20:29.351+00:00","id":"01a21cf3-3027-7173-a177-5d53dfb20b42","is_archived":false,"is_listed":true,"likes_count":0,"max_price_cents":8990,"min_price_cents":8990,"page_head":"{\"id\":\"01a21cf3-3027-7173-a177-5d53dfb20b42\",\"title\":\"Shirt test-shirt\",\"description\":\"Produto de demonstração.\",\"slug\":\"test-shirt\",\"productTypeId\":\"01a21cf3-11c5-76ee-9c12-b3f5abe1ac73\",\"productTypeName\":\"Camiseta\",\"productTypeSlug\":\"released-shop-camiseta\",\"assetDefinitions\":[{\"key\":\"size\",\"label\":\"Tamanho\",\"values\":[{\"value\":\"P\",\"label\":\"Tamanho P\"},{\"value\":\"M\",\"label\":\"Tamanho M\"},{\"value\":\"G\",\"label\":\"Tamanho G\"}]},{\"key\":\"fabric\",\"label\":\"Tecido\",\"values\":[{\"value\":\"algodao\",\"label\":\"Algodão\"}]}],\"optionDefinitions\":[{\"key\":\"color\",\"label\":\"Cor\",\"inputType\":\"color_picker\",\"displayBehavior\":\"filter\",\"required\":true,\"values\":[{\"value\":\"white\",\"label\":\"Branca\",\"hexColor\":\"#F4F2EC\"},{\"value\":\"navy\",\"label\":\"Azul-marinho\",\"hexColor\":\"#1F2A44\"}]}]}","page_skus":"{\"renders\":[[\"front\",\"public/sellers/01a21cf3-13a4-7575-83a6-d041bdf02809/artworks/01a21cf3-27ee-77a3-98a3-8037431bfa88/renders/front/v1/09d0744725e89df7.webp?v=e23a2358926410e0\",{\"color\":\"navy\"}]],\"allowedOptions\":[{}],\"skus\":[[\"01a21cf3-302f-7631-af33-dba127bdc2f7\",\"01a21cf3-1521-700d-bfcc-43d56b7f4445\",\"Algodão / Tamanho P\",8990,0,[0]],[\"01a21cf3-302f-7631-af33-dcba229cc569\",\"01a21cf3-1521-700d-bfcc-47fe47f4716c\",\"Algodão / Tamanho M\",8990,0,[0]],[\"01a21cf3-302f-7631-af33-e29720edd980\",\"01a21cf3-1521-700d-bfcc-4919a928a672\",\"Algodão / Tamanho G\",8990,0,[0]]]}","page_tail":"{\"artwork\":{\"id\":\"01a21cf3-27ee-77a3-98a3-8037431bfa88\",\"title\":\"Test artwork\",\"previewUrl\":\"\\/public/sellers/01a21cf3-13a4-7575-83a6-d041bdf02809/artworks/01a21cf3-27ee-77a3-98a3-8037431bfa88/preview/v1.webp\",\"dominantColor\":\"#C03028\"},\"images\":[{\"url\":\"\\/public/sellers/01a21cf3-13a4-7575-83a6-d041bdf02809/products/01a21cf3-3027-7173-a177-5d53dfb20b42/images/01a21cf3-7565-7560-b304-cc2ee8f66280.webp\",\"altText\":\"Example\",\"isPrimary\":false,\"position\":0}]}","product_type_id":"01a21cf3-11c5-76ee-9c12-b3f5abe1ac73","product_type_name":"Camiseta","product_type_slug":"released-shop-camiseta","search_text":"shirt test-shirt camiseta test store","seller_profile_id":"01a21cf3-13a4-7575-83a6-d041bdf02809","slug":"test-shirt","thumbnail_key":"public/sellers/01a21cf3-13a4-7575-83a6-d041bdf02809/products/01a21cf3-3027-7173-a177-5d53dfb20b42/images/01a21cf3-7565-7560-b304-cc2ee8f66280.webp","title":"Shirt test-shirt"}
]$rows$);
insert into template (deleted, fact, id, product_type_id, version) overriding system value select deleted, fact, id, product_type_id, version from json_populate_recordset(null::template, $rows$[
{"deleted":false,"fact":{"version": 5, "template": {"id": "front", "images": [{"key": "public/templates/front/mask/01a21cf3-1829-77cf-878f-8aca6907aa72.png", "kind": "mask", "widthPx": 600, "heightPx": 800}, {"key": "public/templates/front/shadow/01a21cf3-1f57-7797-beed-3e2ed87c2a93.png", "kind": "shadow", "widthPx": 600, "heightPx": 800}, {"key": "public/templates/front/highlight/01a21cf3-22e8-75ab-a8ab-10054be34ec3.png", "kind": "highlight", "widthPx": 600, "heightPx": 800}, {"key": "public/templates/front/base/01a21cf3-2526-70a1-9039-757953c9ed90.png", "kind": "base", "widthPx": 600, "heightPx": 800}], "options": {"values": {"color": "navy"}}, "isActive": true, "revision": 5, "createdAt": "2026-11-27T12:20:22.950Z", "printArea": {"x": 150, "y": 200, "width": 300, "height": 400}, "updatedAt": "2026-11-27T12:20:26.974Z", "displayName": "Front", "sourceImage": {"width": 600, "height": 800}, "productTypeId": "01a21cf3-11c5-76ee-9c12-b3f5abe1ac73"}},"id":"front","product_type_id":"01a21cf3-11c5-76ee-9c12-b3f5abe1ac73","version":5}
]$rows$);
